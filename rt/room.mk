# rt: the runtime that tested programs are linked with.  Always optimised and
# never sanitized: it switches stacks and resets memory under the program.
LIB_FLAGS += -I.
RT_SOURCES := $(wildcard rt/*.c)
RT_LIB := $(BUILD)/rt/libheddle-rt.a
# Every program carries it, and its debug information is read again with each:
# names and lines are enough, but of what tools/heddle_gdb.py looks at.
RT_DEBUG := -g1
$(BUILD)/rt/fiber.o $(BUILD)/rt/replay.o: RT_DEBUG := -g
# A crash is told by the function that the program called, whose frame has to be
# there still when it calls another as the last thing that it does (crash.c).
RT_FLAGS := -O2 -std=c11 -D_GNU_SOURCE -I. -Isrc -fno-pie -fno-strict-aliasing \
            -fno-omit-frame-pointer -fcf-protection=none -fno-stack-protector \
            -fno-optimize-sibling-calls -mno-red-zone
# Code that gcc thinks is seldom run stays in .text too; clang moves none.
ifeq ($(findstring clang,$(shell $(CC) --version 2>/dev/null)),)
RT_FLAGS += -fno-reorder-functions -fno-reorder-blocks-and-partition
endif
# Functions that are called by those, at each step.
$(BUILD)/rt/pick.o: RT_FLAGS += -foptimize-sibling-calls
# Builds that look for mistakes ask what its functions expect (base/sound.h).
RT_FLAGS += $(if $(findstring -DSTRESS,$(CFLAGS))$(findstring -fsanitize,$(CFLAGS)),\
              -DSOUND_ASKED=1)
# Its code is in a section of its own, so that it is told from code that nobody
# has instrumented (rt/foreign.c); a program's function of the same name as one
# that is modelled goes before ours (cc/calls.c).  Only what an object defines is
# weak: a weak reference would take no member out of the archive, and be null.
RT_SECTION := --rename-section .text=heddle_rt,contents,alloc,load,readonly,code
OBJCOPY ?= objcopy
NM ?= nm

ifneq ($(filter x86_64,$(shell uname -m)),)
all: $(RT_LIB)
test-built: $(RT_LIB)
endif

# The C++ library, changed so that it runs on ours; left out when it is not there.
PACKAGES += g++
CXX_LIB := $(BUILD)/rt/libheddle-c++.a
CXX_FROM := $(wildcard $(shell g++ -print-file-name=libstdc++.a 2>/dev/null))
ifneq ($(and $(CXX_FROM),$(filter x86_64,$(shell uname -m))),)
all: $(CXX_LIB)
check-tests: $(CXX_LIB)
else
$(info heddle c++ is left out; please install: g++ (x86-64))
endif

$(CXX_LIB): $(CXX_FROM) tools/cxx-library rt/room.mk
	@mkdir -p $(@D)
	@echo LIBRARY $@
	@tools/cxx-library $(CXX_FROM) $@

$(BUILD)/rt/%.o: rt/%.c rt/room.mk
	@mkdir -p $(@D)
	@echo CC $<
	@$(CC) $(RT_FLAGS) $(RT_DEBUG) $(WARNINGS) -MMD -MP -c -o $@ $<
	@$(OBJCOPY) $(RT_SECTION) $$($(NM) -g --defined-only $@ | \
	  sed -n 's/.* \(heddle_.*\)/--weaken-symbol=\1/p') $@

$(RT_LIB): $(patsubst %.c,$(BUILD)/%.o,$(RT_SOURCES))
	@rm -f $@
	@$(AR) rcs $@ $^
