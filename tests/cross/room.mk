# The explorer against brute force on random models (cross.c), and every
# strategy on random systems (strategies.c).  The unit tests of the
# interpreter use the builder and the brute force of this room, those of causal
# order as L prints it what walks under it (printed_causal.h, printed_walk.h),
# those of spots the random systems.
CROSS_SHARED := $(BUILD)/tests/cross/build.o $(BUILD)/tests/cross/brute.o \
                $(BUILD)/tests/cross/brute_ends.o
CROSS_OBJECTS := $(CROSS_SHARED) $(patsubst %,$(BUILD)/tests/cross/%.o,\
                   compare random_model show shrink)

$(BUILD)/unit: $(CROSS_SHARED) $(BUILD)/tests/cross/printed_causal.o \
               $(BUILD)/tests/cross/printed_walk.o \
               $(BUILD)/tests/cross/random_system.o

$(BUILD)/cross: $(CROSS_OBJECTS) $(BUILD)/tests/cross/cross.o \
                $(BUILD)/libheddle.a
	@echo LINK $@
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIB_LIBS)

$(BUILD)/strategies: $(CROSS_OBJECTS) $(BUILD)/tests/cross/strategies.o \
                     $(BUILD)/tests/cross/random_system.o $(BUILD)/libheddle.a
	@echo LINK $@
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIB_LIBS)

.PHONY: cross strategies
cross: $(BUILD)/cross
	@$(BUILD)/cross

strategies: $(BUILD)/strategies
	@$(BUILD)/strategies

TESTS += cross strategies
test-built: $(BUILD)/cross $(BUILD)/strategies

# doc/first-strategy.md, step by step.
.PHONY: first-strategy
first-strategy: $(BUILD)/strategies
	@BUILD=$(BUILD) CC="$(CC)" CFLAGS="$(CFLAGS)" LDFLAGS="$(LDFLAGS)" \
	  tests/cross/first-strategy

TESTS += first-strategy

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
test-built: $(BUILD)/twins

# Schedule strategies and the explorer against brute force on random models of
# threads with properties (schedules.c).
$(BUILD)/schedules: $(CROSS_SHARED) $(patsubst %,$(BUILD)/tests/cross/%.o,\
                      compare outcome random_threads schedule_rows \
                      schedules) $(BUILD)/libheddle.a
	@echo LINK $@
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIB_LIBS)

.PHONY: schedules
schedules: $(BUILD)/schedules
	@$(BUILD)/schedules

TESTS += schedules
test-built: $(BUILD)/schedules

# Each of them much longer, from seeds that the tests do not have.
.PHONY: soak-cross
soak-cross: $(BUILD)/cross $(BUILD)/strategies $(BUILD)/schedules \
            $(BUILD)/symmetry $(BUILD)/hashed $(BUILD)/saved $(BUILD)/spread
	@$(BUILD)/cross 40000 $(or $(SEED),1000001)
	@$(BUILD)/strategies 60000 $(or $(SEED),1000001)
	@$(BUILD)/schedules 20000 $(or $(SEED),1000001)
	@$(BUILD)/symmetry 2000 $(or $(SEED),1000001)
	@$(BUILD)/hashed 400 $(or $(SEED),1000001)
	@$(BUILD)/saved 5000 $(or $(SEED),1000001)
	@$(BUILD)/spread 3000 $(or $(SEED),1000001)

SOAKS += soak-cross

# Temporal properties, fairness and circles against a slow judge (liveness.c).
$(BUILD)/liveness: $(CROSS_SHARED) $(patsubst %,$(BUILD)/tests/cross/%.o,\
                     brute_runs liveness random_model show) \
                   $(BUILD)/libheddle.a
	@echo LINK $@
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIB_LIBS)

.PHONY: liveness
liveness: $(BUILD)/liveness
	@$(BUILD)/liveness

TESTS += liveness
test-built: $(BUILD)/liveness

# States that stand for others against brute force (symmetry.c).
$(BUILD)/symmetry: $(CROSS_OBJECTS) $(patsubst %,$(BUILD)/tests/cross/%.o,\
                     random_alike symmetry) $(BUILD)/libheddle.a
	@echo LINK $@
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIB_LIBS)

.PHONY: symmetry
symmetry: $(BUILD)/symmetry
	@$(BUILD)/symmetry

TESTS += symmetry
test-built: $(BUILD)/symmetry

# Searches that keep no states, and what they say of those left out (hashed.c).
$(BUILD)/hashed: $(CROSS_OBJECTS) $(patsubst %,$(BUILD)/tests/cross/%.o,\
                   random_system hashed) $(BUILD)/libheddle.a
	@echo LINK $@
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIB_LIBS)

.PHONY: hashed
hashed: $(BUILD)/hashed
	@$(BUILD)/hashed

TESTS += hashed
test-built: $(BUILD)/hashed

# Searches on the disk, and searches that are cut off and go on (saved.c).
$(BUILD)/saved: $(CROSS_OBJECTS) $(patsubst %,$(BUILD)/tests/cross/%.o,\
                  random_system same saved) $(BUILD)/libheddle.a
	@echo LINK $@
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIB_LIBS)

.PHONY: saved
saved: $(BUILD)/saved
	@$(BUILD)/saved

TESTS += saved
test-built: $(BUILD)/saved

# Searches by several ranks, which are threads here (spread.c).
$(BUILD)/spread: $(CROSS_OBJECTS) $(patsubst %,$(BUILD)/tests/cross/%.o,\
                   random_system random_alike same spread) $(BUILD)/libheddle.a
	@echo LINK $@
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIB_LIBS)

.PHONY: spread
spread: $(BUILD)/spread
	@$(BUILD)/spread

TESTS += spread
test-built: $(BUILD)/spread
