# Random models against a brute force that shares no code with src/cover
# (random.c, and orders.c of events); tests/cover/run has the known ones.
COVER_RANDOM := $(patsubst %,$(BUILD)/tests/cover/%.o,brute orders picture random units)

$(BUILD)/cover-random: $(COVER_RANDOM) $(BUILD)/libheddle.a
	@echo LINK $@
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIB_LIBS)

.PHONY: cover-random soak-cover
cover-random: $(BUILD)/cover-random
	@$(BUILD)/cover-random
soak-cover: $(BUILD)/cover-random
	@$(BUILD)/cover-random 200000 $(or $(SEED),1000001)

TESTS += cover-random
test-built: $(BUILD)/cover-random
SOAKS += soak-cover
