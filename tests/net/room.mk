# Networks with choices against brute force on random ones (choices.c).
$(BUILD)/choices: $(BUILD)/tests/net/choices.o \
                  $(BUILD)/tests/net/brute_choices.o $(BUILD)/libheddle.a
	@echo LINK $@
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIB_LIBS)

.PHONY: choices soak-choices
choices: $(BUILD)/choices
	@$(BUILD)/choices

# Much longer, from seeds that the test does not have.
soak-choices: $(BUILD)/choices
	@$(BUILD)/choices 20000 $(or $(SEED),1000001)

TESTS += choices
SOAKS += soak-choices
test-built: $(BUILD)/choices
