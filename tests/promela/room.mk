# Promela: the states of small models, which are SPIN's; and of random ones.
.PHONY: test-promela soak-promela
TESTS += test-promela
test-promela: $(HEDDLE)
	@HEDDLE="$(CURDIR)/$(HEDDLE)" tests/promela/run
SOAKS += soak-promela
soak-promela: $(HEDDLE)
	@HEDDLE="$(CURDIR)/$(HEDDLE)" tests/promela/run spin

# Random programs against an exploration of their trees (plain.h).
PROMELA_RANDOM := $(patsubst %,$(BUILD)/tests/promela/%.o,\
                    plain_draw plain_explore random)
$(BUILD)/promela-random: $(PROMELA_RANDOM) $(BUILD)/libheddle.a
	@echo LINK $@
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIB_LIBS)
.PHONY: promela-random soak-promela-random
promela-random: $(BUILD)/promela-random
	@$(BUILD)/promela-random 1500
TESTS += promela-random
test-built: $(BUILD)/promela-random
soak-promela-random: $(BUILD)/promela-random
	@$(BUILD)/promela-random 200000 $(or $(SEED),1000001)
SOAKS += soak-promela-random

# Formulas: a thousand automata against SPIN's.
.PHONY: soak-ltl
soak-ltl: $(BUILD)/unit
	@FORMULAS=1000 $(BUILD)/unit ltl_is_not
SOAKS += soak-ltl
