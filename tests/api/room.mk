# The library through its public header alone.
$(BUILD)/api: tests/api/api.c include/heddle.h $(BUILD)/libheddle.a
	@mkdir -p $(@D)
	@echo LINK $@
	@$(CC) -Iinclude $(CFLAGS) $(LDFLAGS) -o $@ tests/api/api.c \
	  $(BUILD)/libheddle.a $(LIB_LIBS)

.PHONY: api
api: $(BUILD)/api
	@$(BUILD)/api

# The unit test of the documentation, which embeds heddle_test.
$(BUILD)/embed: doc/embed.c include/heddle.h $(BUILD)/libheddle.a
	@mkdir -p $(@D)
	@echo LINK $@
	@$(CC) -Iinclude $(CFLAGS) $(LDFLAGS) -o $@ doc/embed.c \
	  $(BUILD)/libheddle.a $(LIB_LIBS)

.PHONY: embed
embed: $(BUILD)/embed $(HEDDLE)
	@BUILD=$(BUILD) HEDDLE=$(abspath $(HEDDLE)) tests/api/embed

TESTS += api embed

# What a program that uses the library has to link (tests/install/run).
export LIB_LIBS
