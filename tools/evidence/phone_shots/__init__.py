"""Cheap pictures of tables as phones take them: drawn prints in perspective, degraded.

Two generators draw the boards and share no code: what `training_prints` draws is for fitting and tuning, what
`held_out_prints` draws only for reporting. `degradations` are the faults of phones, a third of them for reporting only.
`shots` makes a picture with its truth well within a second, `judge` counts what was read, told and predicted.
"""
