# tests/speed counts instructions.
TEST_PACKAGES += valgrind
