# tests/gdb: recordings under gdb, in batch mode.
TEST_PACKAGES += gdb
