"""All of Lifeboat that is no rule, as far as the companion has it."""
