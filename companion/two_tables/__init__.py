"""Game at two tables: the order of its entries, sealed packets, pages.

The order (`order`, `exchange`) knows no net, no clock and no screen.
"""
