"""One game at two tables: one order of its entries, sealed packets between them, and what each table shows.

The order (`order`, `exchange`) knows no net, no clock and no screen.
"""
