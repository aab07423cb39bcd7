"""Who plays: guests and registered players, and the tokens by which the other services know them."""
