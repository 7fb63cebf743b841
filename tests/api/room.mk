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
	@BUILD=$(BUILD) HEDDLE="$(abspath $(HEDDLE))" tests/api/embed

# The same where memory ends.
comma := ,
ALLOCATORS := malloc calloc realloc aligned_alloc
$(BUILD)/api-memory: tests/api/memory.c include/heddle.h \
  include/heddle/dd.h $(BUILD)/libheddle.a
	@mkdir -p $(@D)
	@echo LINK $@
	@$(CC) -Iinclude $(CFLAGS) $(LDFLAGS) -o $@ tests/api/memory.c \
	  $(patsubst %,-Wl$(comma)--wrap=%,$(ALLOCATORS)) \
	  $(BUILD)/libheddle.a $(LIB_LIBS)

.PHONY: api-memory
api-memory: $(BUILD)/api-memory
	@to=$$(mktemp -d) && \
	  ASAN_OPTIONS=detect_leaks=0 $(BUILD)/api-memory $$to; \
	  status=$$?; rm -r $$to; exit $$status

TESTS += api embed api-memory
test-built: $(BUILD)/api $(BUILD)/embed $(BUILD)/api-memory

# What a program that uses the library has to link (tests/install/run).
export LIB_LIBS
