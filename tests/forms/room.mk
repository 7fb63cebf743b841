# tests/forms: SARIF is read with python3.
TEST_PACKAGES += python3
