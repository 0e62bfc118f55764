"""Asking: a question to one method, or to all of them; explanations before anything is asked."""
