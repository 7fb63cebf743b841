# The workbench, by curl (run), by hand-made requests (hostile.py, saves.py)
# and in a real browser (story.c).
TEST_PACKAGES += curl python3 chromium
SERVE_STORY := $(BUILD)/serve-story
test-built: $(SERVE_STORY)
$(SERVE_STORY): tests/serve/story.c tests/page/browser.c \
    tests/page/browser.h $(BUILD)/libheddle.a
	@mkdir -p $(@D)
	@echo LINK $@
	@$(CC) $(CPPFLAGS) -Itests/page $(CFLAGS) $(LDFLAGS) -o $@ \
	  tests/serve/story.c tests/page/browser.c $(BUILD)/libheddle.a $(LIB_LIBS)

SOAKS += soak-serve
.PHONY: soak-serve
soak-serve: $(HEDDLE)
	@HEDDLE="$(abspath $(HEDDLE))" tests/serve/run soak
