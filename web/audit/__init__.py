"""Who did what on the staff's side of the portal, and why. Written once, for ever."""
