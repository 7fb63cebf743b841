# The page of a story in a real browser (tests/page/run).
TEST_PACKAGES += chromium
PAGE_TEST := $(BUILD)/page-test
test-built: $(PAGE_TEST)
$(PAGE_TEST): tests/page/page.c tests/page/browser.c tests/page/browser.h \
    $(BUILD)/libheddle.a
	@mkdir -p $(@D)
	@echo LINK $@
	@$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ tests/page/page.c \
	  tests/page/browser.c $(BUILD)/libheddle.a $(LIB_LIBS)
