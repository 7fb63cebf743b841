# Random models, the plain interpreter and the brute-force search; the unit
# tests of the interpreter use the last two.
CROSS_SHARED := $(BUILD)/tests/cross/build.o $(BUILD)/tests/cross/brute.o
$(BUILD)/unit: $(CROSS_SHARED)
