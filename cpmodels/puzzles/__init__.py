"""What is asked: frozen dataclasses, plain data, and a checker each. No solver in here."""
