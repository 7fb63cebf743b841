# The shipped models and the small ones of this folder against the
# expectations written in them (models.c).
MODELS_OBJECTS := $(BUILD)/tests/models/models.o $(BUILD)/tests/models/expect.o \
                  $(BUILD)/tests/cross/brute.o $(BUILD)/tests/cross/brute_ends.o \
                  $(BUILD)/tests/cross/brute_runs.o

$(BUILD)/models: $(MODELS_OBJECTS) $(BUILD)/libheddle.a
	@echo LINK $@
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIB_LIBS)

.PHONY: models-expect
models-expect: $(BUILD)/models
	@$(BUILD)/models

TESTS += models-expect
test-built: $(BUILD)/models

# The main job on a shipped example, for `make demo`: what is found here is
# meant to be found.
.PHONY: demo-check
demo-check: $(HEDDLE)
	@mkdir -p build
	@echo '$$ ./heddle check -D N=3 -D RIGHT=0 --html build/demo.html models/phils.hed'
	@./heddle check -D N=3 -D RIGHT=0 --html build/demo.html \
	  models/phils.hed || [ $$? = 1 ]
	@echo
	@echo 'The same with pictures is in build/demo.html.'
	@echo

DEMOS += demo-check
