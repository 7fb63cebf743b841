# The library through its public header alone.
$(BUILD)/api: tests/api/api.c include/heddle.h $(BUILD)/libheddle.a
	@mkdir -p $(@D)
	@echo LINK $@
	@$(CC) -Iinclude $(CFLAGS) $(LDFLAGS) -o $@ tests/api/api.c \
	  $(BUILD)/libheddle.a $(LIB_LIBS)

.PHONY: api
api: $(BUILD)/api
	@$(BUILD)/api

TESTS += api

# What a program that uses the library has to link (tests/install/run).
export LIB_LIBS
