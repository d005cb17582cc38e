"""What readers teach: aliases in RepoKnowledge indexes, learned names for every other knowledge
base."""
