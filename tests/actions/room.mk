# The example of doc/ci.md, executed (run); XML is checked by xmllint.
TEST_PACKAGES += libxml2-utils
