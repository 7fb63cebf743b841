# More models, and every number of ranks.
SOAKS += soak-ranks
.PHONY: soak-ranks
soak-ranks: all $(BUILD)/spread
	@$(BUILD)/spread 2000 $(or $(SEED),3000001)
	@HEDDLE="$(abspath $(HEDDLE))" BUILD=$(BUILD) LONG=1 KILLS=20 SIZE=13 tests/ranks/run
