# The shipped models and the small ones of this folder against the
# expectations written in them (models.c).
MODELS_OBJECTS := $(BUILD)/tests/models/models.o $(BUILD)/tests/models/expect.o \
                  $(BUILD)/tests/cross/brute.o

$(BUILD)/models: $(MODELS_OBJECTS) $(BUILD)/libheddle.a
	@echo LINK $@
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIB_LIBS)

.PHONY: models-expect
models-expect: $(BUILD)/models
	@$(BUILD)/models

TESTS += models-expect
