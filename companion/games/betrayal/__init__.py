"""All of Betrayal at House on the Hill that is no rule, as far as the companion has it."""
