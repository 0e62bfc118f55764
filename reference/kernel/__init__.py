"""What every search by hand shares: the clock it looks at, and the slices it runs in."""
