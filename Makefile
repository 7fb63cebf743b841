# make            the tool, ./heddle
# make demo       install what is missing, build, run a shipped example
# make test       install what is missing, build, run every test
# make test-san   the same tests under ASan and UBSan
# make test-stress  the same tests with every table and block shrunk
# make soak       the random tests, much longer (SEED=N: from another seed)
# make breaks     plants mistakes, and fails if the tests do not notice them
# make bench      measured comparisons with the peers one can install
# make install PREFIX=/usr/local
# make help       this list
#
# A room that needs a library of its own, or tests of its own, says so in its
# room.mk: it may add to PACKAGES (installed by demo and test), TEST_PACKAGES,
# BENCH_PACKAGES, LIB_FLAGS, LIB_LIBS, SKIP (sources left out because a package
# is missing), TESTS (targets), SOAKS (targets), BENCHES (targets), DEMOS
# (targets).

.DEFAULT_GOAL := all
PREFIX ?= /usr/local
BUILD ?= build/release
CC ?= cc
HEDDLE := $(if $(filter build/release,$(BUILD)),heddle,$(BUILD)/heddle)

OPTIMIZE ?= -O2
CFLAGS ?= $(OPTIMIZE) -g
WARNINGS := -Wall -Wextra -Werror -Wstrict-prototypes -Wmissing-prototypes \
            -Wshadow -Wno-missing-field-initializers
override CPPFLAGS += -Isrc -Iinclude -D_GNU_SOURCE
override CFLAGS += -std=c11 $(WARNINGS) -pthread

PACKAGES := gcc make git pkg-config
TEST_PACKAGES :=
BENCH_PACKAGES :=
LIB_FLAGS :=
LIB_LIBS := -lm
SKIP :=
TESTS :=
SOAKS :=
BENCHES :=
DEMOS :=

include $(sort $(wildcard src/*/room.mk rt/room.mk cc/room.mk \
          tests/*/room.mk bench/*.mk))

LIB_SOURCES := $(filter-out src/cli/% $(SKIP),\
                 $(wildcard src/*/*.c src/*/*/*.c))
CLI_SOURCES := $(filter-out $(SKIP),$(wildcard src/cli/*.c))
UNIT_SOURCES := $(filter-out $(SKIP),$(wildcard tests/unit/*.c))
objects = $(patsubst %.c,$(BUILD)/%.o,$(1))

.PHONY: all clean demo test test-san test-stress check-tests soak bench install \
        packages bench-packages format breaks help
.DELETE_ON_ERROR:

all: $(HEDDLE)

$(HEDDLE): $(call objects,$(CLI_SOURCES)) $(BUILD)/libheddle.a
	@echo LINK $@
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIB_LIBS)

# Made anew, so that a source that was removed does not live on in it.
$(BUILD)/libheddle.a: $(call objects,$(LIB_SOURCES))
	@rm -f $@
	@$(AR) rcs $@ $^

$(BUILD)/unit: $(call objects,$(UNIT_SOURCES)) $(BUILD)/libheddle.a
	@echo LINK $@
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIB_LIBS)

$(BUILD)/%.o: %.c Makefile
	@mkdir -p $(@D)
	@echo CC $<
	@$(CC) $(CPPFLAGS) $(LIB_FLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)

# --- tests -----------------------------------------------------------------

test: packages
	@$(MAKE) --no-print-directory check-tests

check-tests: $(HEDDLE) $(BUILD)/unit
	@HEDDLE=$(abspath $(HEDDLE)) BUILD=$(BUILD) MAKE="$(MAKE)" \
	  tests/run $(TESTS)

SAN := -fsanitize=address,undefined -fno-sanitize-recover=all
test-san: packages
	@$(MAKE) --no-print-directory check-tests BUILD=build/san \
	  CFLAGS="-O1 -g -fno-omit-frame-pointer $(SAN)" LDFLAGS="$(SAN)"

test-stress: packages
	@$(MAKE) --no-print-directory check-tests BUILD=build/stress \
	  CFLAGS="-O1 -g -DSTRESS"

soak: packages
	@$(MAKE) --no-print-directory all
	@$(MAKE) --no-print-directory $(SOAKS)

breaks: packages
	@$(MAKE) --no-print-directory all $(BUILD)/unit $(BUILD)/programs-test \
	  $(BUILD)/oracle
	@BUILD=$(BUILD) MAKE="$(MAKE)" tests/breaks/breaks $(BREAKS)

# --- the rest --------------------------------------------------------------

demo: packages
	@$(MAKE) --no-print-directory all
	@$(MAKE) --no-print-directory $(sort $(DEMOS))
	@echo
	@echo 'Next, the other verbs and their examples:'
	@echo '  ./heddle test programs/bugs/race.c    a data race in a C program'
	@echo '  ./heddle check models/pi1.hed         a protocol with many errors'
	@echo '  ./heddle derive networks/abp.hed      tests that kill every mutant'
	@echo '  ./heddle cover models/printers.txt    a small set of tests'

bench: bench-packages all
	@$(MAKE) --no-print-directory $(BENCHES)

packages:
	@tools/install-packages $(PACKAGES) $(TEST_PACKAGES)
bench-packages:
	@tools/install-packages $(PACKAGES) $(BENCH_PACKAGES)

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/include \
	  $(DESTDIR)$(PREFIX)/lib $(DESTDIR)$(PREFIX)/share/heddle \
	  $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 755 $(HEDDLE) $(DESTDIR)$(PREFIX)/bin/heddle
	install -m 644 include/heddle.h $(DESTDIR)$(PREFIX)/include/heddle.h
	install -d $(DESTDIR)$(PREFIX)/include/heddle \
	  $(DESTDIR)$(PREFIX)/lib/heddle
	install -m 644 include/heddle/rt.h $(DESTDIR)$(PREFIX)/include/heddle
	if [ -f "$(CC_TOOL)" ] && [ -f "$(RT_LIB)" ]; then \
	  install -m 755 $(CC_TOOL) $(DESTDIR)$(PREFIX)/lib/heddle && \
	  install -m 644 $(RT_LIB) $(DESTDIR)$(PREFIX)/lib/heddle && \
	  ln -sf heddle $(DESTDIR)$(PREFIX)/bin/heddle-cc; fi
	install -m 644 $(BUILD)/libheddle.a $(DESTDIR)$(PREFIX)/lib/libheddle.a
	cp -R models networks $(DESTDIR)$(PREFIX)/share/heddle
	install -m 644 tools/heddle_gdb.py $(DESTDIR)$(PREFIX)/share/heddle
	install -m 644 doc/*.1 $(DESTDIR)$(PREFIX)/share/man/man1

format:
	clang-format -i $$(git ls-files '*.c' '*.h')

help:
	@sed -n '/^#$$/q;s/^# //p' Makefile

clean:
	rm -rf build heddle
