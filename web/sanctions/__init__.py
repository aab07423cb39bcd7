"""What players are barred from by the moderators, why, until when, and their appeals."""
