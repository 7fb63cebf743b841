# The workbench, by curl (run), by hand-made requests (hostile.py, saves.py)
# and in a real browser (story.c).
TEST_PACKAGES += curl python3 chromium
SERVE_PAGES := $(BUILD)/serve-story $(BUILD)/serve-bars
test-built: $(SERVE_PAGES)
$(BUILD)/serve-story: $(wildcard tests/serve/story*.c) tests/serve/story.h
$(BUILD)/serve-bars: tests/serve/bars.c
$(SERVE_PAGES): tests/page/browser.c tests/page/browser.h \
    $(BUILD)/libheddle.a
	@mkdir -p $(@D)
	@echo LINK $@
	@$(CC) $(CPPFLAGS) -Itests/page $(CFLAGS) $(LDFLAGS) -o $@ \
	  $(filter %.c,$^) $(BUILD)/libheddle.a $(LIB_LIBS)

# All of it, with the load, the kills and the bars; or only how fast the page is,
# on a machine that does nothing else.  Programs are tested, too: `all`.
SOAKS += soak-serve
.PHONY: soak-serve bars-serve
soak-serve: all $(SERVE_PAGES)
	@HEDDLE="$(abspath $(HEDDLE))" BUILD=$(BUILD) tests/serve/run soak
bars-serve: all $(SERVE_PAGES)
	@HEDDLE="$(abspath $(HEDDLE))" BUILD=$(BUILD) tests/serve/run bars
