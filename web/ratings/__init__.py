"""How strong players are, from the ranked matches between them (OpenSkill, architecture 7)."""
