# The explorer against brute force on random models (cross.c).  The unit
# tests of the interpreter use the builder and the brute force of this room.
CROSS_SHARED := $(BUILD)/tests/cross/build.o $(BUILD)/tests/cross/brute.o
CROSS_OBJECTS := $(CROSS_SHARED) $(patsubst %,$(BUILD)/tests/cross/%.o,\
                   compare cross random_model show shrink)

$(BUILD)/unit: $(CROSS_SHARED)

$(BUILD)/cross: $(CROSS_OBJECTS) $(BUILD)/libheddle.a
	@echo LINK $@
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIB_LIBS)

.PHONY: cross
cross: $(BUILD)/cross
	@$(BUILD)/cross

TESTS += cross

# Texts against the models they were written to mean (twins.c).
TWINS_OBJECTS := $(CROSS_SHARED) $(patsubst %,$(BUILD)/tests/cross/%.o,\
                   compare twin twin_compare twin_expr twin_stmt twins)

$(BUILD)/twins: $(TWINS_OBJECTS) $(BUILD)/libheddle.a
	@echo LINK $@
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIB_LIBS)

.PHONY: twins
twins: $(BUILD)/twins
	@$(BUILD)/twins

TESTS += twins
