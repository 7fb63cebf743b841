# cc: heddle-instrument, on LLVM's C API.  Left out when LLVM is not there.
PACKAGES += clang-19 llvm-19-dev
LLVM_CONFIG ?= $(firstword $(wildcard /usr/bin/llvm-config-19 \
                 /usr/lib/llvm-19/bin/llvm-config))
CC_SOURCES := $(wildcard cc/*.c)
CC_TOOL := $(BUILD)/cc/heddle-instrument

ifneq ($(and $(LLVM_CONFIG),$(filter x86_64,$(shell uname -m))),)
all: $(CC_TOOL)
test-built: $(CC_TOOL)
LLVM_FLAGS := $(shell $(LLVM_CONFIG) --cflags) -Isrc
# demangle.c calls the C++ library that LLVM is linked with
LLVM_LIBS := $(shell $(LLVM_CONFIG) --ldflags --libs) -l:libstdc++.so.6
else
$(info heddle cc is left out; please install: clang-19 llvm-19-dev (x86-64))
endif

$(BUILD)/cc/%.o: cc/%.c cc/room.mk
	@mkdir -p $(@D)
	@echo CC $<
	@$(CC) -I. $(LLVM_FLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

$(CC_TOOL): $(patsubst %.c,$(BUILD)/%.o,$(CC_SOURCES)) \
            $(addprefix $(BUILD)/src/base/,cxxname.o map.o vec.o alloc.o arena.o)
	@echo LINK $@
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LLVM_LIBS)

# The packages may have been missing when this file was read: ask again.
DEMOS += demo-test
.PHONY: demo-test
demo-test: $(HEDDLE)
	@echo '$$ heddle test programs/bugs/deadlock.c'
	@"$(abspath $(HEDDLE))" test --record none programs/bugs/deadlock.c || \
	  [ $$? = 1 ] || [ ! -f $(CC_TOOL) ]
