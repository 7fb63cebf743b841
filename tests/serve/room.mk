# The workbench, by curl (run), by hand-made requests (hostile.py, saves.py)
# and in a real browser (story.c).
TEST_PACKAGES += curl python3 chromium
SERVE_PAGES := $(BUILD)/serve-story $(BUILD)/serve-bars
test-built: $(SERVE_PAGES)
$(SERVE_PAGES): $(BUILD)/serve-%: tests/serve/%.c tests/page/browser.c \
    tests/page/browser.h $(BUILD)/libheddle.a
	@mkdir -p $(@D)
	@echo LINK $@
	@$(CC) $(CPPFLAGS) -Itests/page $(CFLAGS) $(LDFLAGS) -o $@ \
	  tests/serve/$*.c tests/page/browser.c $(BUILD)/libheddle.a $(LIB_LIBS)

SOAKS += soak-serve
.PHONY: soak-serve
soak-serve: $(HEDDLE) $(SERVE_PAGES)
	@HEDDLE="$(abspath $(HEDDLE))" tests/serve/run soak
