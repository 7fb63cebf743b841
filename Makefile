# make            the tool, ./heddle
# make demo       install what is missing, build, run a shipped example
# make quick      some of the tests, in a minute: no root, no packages
# make test       install what is missing, build, run every test
# make test-san   the same tests under ASan and UBSan
# make test-stress  the same tests with every table and block shrunk
# make test-tsan  searches with several workers under ThreadSanitizer
# make soak       the random tests, much longer (SEED=N: from another seed)
# make breaks     plants mistakes, and fails if the tests do not notice them
# make bench      measured comparisons with the peers one can install
# make format     clang-format 14 of what is formatted (tests/style/unformatted: not)
# make debug      build/debug/heddle, unoptimised, for a debugger
# make deb        a package, build/heddle_VERSION_ARCH.deb
# make install PREFIX=/usr/local, and make uninstall
# make help       this list
#
# CC=clang builds as well as gcc; WERROR=-Werror, for CI, lets no warning pass.
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
WARNINGS := -Wall -Wextra $(WERROR) -Wstrict-prototypes \
            -Wmissing-prototypes -Wshadow -Wno-missing-field-initializers
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

.PHONY: all clean demo test test-san test-stress test-tsan quick check-tests \
        soak bench install uninstall deb debug packages bench-packages format breaks help \
        test-built
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

# What the tests need is built before them and by all cores, unless it was said
# how many: rooms add to test-built, and no two suites build the same.
PARALLEL = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(shell nproc))
test-built: $(HEDDLE) $(BUILD)/unit
check-tests:
	@$(MAKE) --no-print-directory $(PARALLEL) test-built
	@HEDDLE="$(abspath $(HEDDLE))" BUILD=$(BUILD) MAKE="$(MAKE)" \
	  tests/run $(TESTS)

# What a change of anything is likely to break, without what takes long.
QUICK := rooms style man completion models-expect api library twins
quick: all $(BUILD)/unit
	@HEDDLE="$(abspath $(HEDDLE))" BUILD=$(BUILD) MAKE="$(MAKE)" FORMAT=HEAD~5 \
	  tests/run --quick $(QUICK)

debug:
	@$(MAKE) --no-print-directory all BUILD=build/debug CFLAGS="-O0 -g3"
	@echo build/debug/heddle

SAN := -fsanitize=address,undefined -fno-sanitize-recover=all
test-san: packages
	@$(MAKE) --no-print-directory check-tests BUILD=build/san \
	  CFLAGS="-O1 -g -fno-omit-frame-pointer $(SAN)" LDFLAGS="$(SAN)"

test-stress: packages
	@$(MAKE) --no-print-directory check-tests BUILD=build/stress \
	  CFLAGS="-O1 -g -DSTRESS"

# The explorer alone: what it runs is built as ever.
test-tsan: packages
	@$(MAKE) --no-print-directory all
	@$(MAKE) --no-print-directory build/tsan/heddle BUILD=build/tsan \
	  CC=gcc CFLAGS="-O1 -g -fsanitize=thread" LDFLAGS=-fsanitize=thread
	@HEDDLE="$(abspath $(HEDDLE))" TSAN="$(abspath build/tsan/heddle)" tests/tsan/searches

soak: packages
	@$(MAKE) --no-print-directory all
	@$(MAKE) --no-print-directory $(SOAKS)

breaks: packages
	@$(MAKE) --no-print-directory all $(BUILD)/unit
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

# Where things go; quoted, since a prefix may have blanks in it.
TO = $(DESTDIR)$(PREFIX)
SHARE = $(TO)/share
# All pages go into one folder: their links are made to fit.
LINKS = -e 's,](\(\.\./\)*\(doc\|bench\)/,](,g' \
        -e 's,](\(models\|networks\|programs\)\(/[a-z]*\)\?),](../../heddle/\1\2),g' \
        -e 's,](\(\.\./\)*include/,](../../../include/,g'
install: all
	install -d "$(TO)/bin" "$(TO)/include/heddle" "$(TO)/lib/heddle" \
	  "$(SHARE)/heddle" "$(SHARE)/doc/heddle" "$(SHARE)/man/man1" \
	  "$(SHARE)/vim/vimfiles"
	install -m 755 $(HEDDLE) "$(TO)/bin/heddle"
	install -m 644 include/heddle.h "$(TO)/include/heddle.h"
	install -m 644 include/heddle/rt.h include/heddle/dd.h "$(TO)/include/heddle"
	install -d "$(TO)/include/heddle/mpi"
	install -m 644 include/heddle/mpi/mpi.h "$(TO)/include/heddle/mpi"
	cp -R include/heddle/others "$(TO)/include/heddle"
	if [ -f "$(CC_TOOL)" ] && [ -f "$(RT_LIB)" ]; then \
	  install -m 755 $(CC_TOOL) "$(TO)/lib/heddle" && \
	  install -m 644 $(RT_LIB) "$(TO)/lib/heddle" && \
	  ln -sf heddle "$(TO)/bin/heddle-cc"; fi
	if [ -f "$(CXX_LIB)" ]; then \
	  install -m 644 $(CXX_LIB) "$(TO)/lib/heddle" && \
	  cp -R include/heddle/c++ "$(TO)/include/heddle" && \
	  ln -sf heddle "$(TO)/bin/heddle-c++"; fi
	install -m 644 $(BUILD)/libheddle.a "$(TO)/lib/libheddle.a"
	install -d "$(TO)/lib/pkgconfig"
	printf '%s\n' 'prefix=$(PREFIX)' 'Name: heddle' \
	  'Description: finds and reproduces the bugs of concurrent systems' \
	  "Version: $$("$(abspath $(HEDDLE))" --version | cut -d ' ' -f 2)" \
	  'Cflags: -I"$${prefix}/include"' \
	  'Libs: -L"$${prefix}/lib" -lheddle $(LIB_LIBS) -pthread' \
	  >"$(TO)/lib/pkgconfig/heddle.pc"
	cp -R models networks programs "$(SHARE)/heddle"
	install -m 644 tools/heddle_gdb.py "$(SHARE)/heddle"
	install -m 644 LICENSE doc/*.svg doc/*.png doc/embed.c doc/dd.c "$(SHARE)/doc/heddle"
	for page in README.md CHANGELOG.md CONTRIBUTING.md bench/RESULTS.md \
	  doc/*.md; do sed $(LINKS) $$page \
	    >"$(SHARE)/doc/heddle/$$(basename $$page)" || exit; done
	install -m 644 doc/*.1 "$(SHARE)/man/man1"
	for pair in bash:bash-completion/completions/heddle \
	  zsh:zsh/site-functions/_heddle \
	  fish:fish/vendor_completions.d/heddle.fish; do \
	  install -d "$(SHARE)/$$(dirname $${pair#*:})" && \
	  "$(abspath $(HEDDLE))" completion $${pair%%:*} \
	    >"$(SHARE)/$${pair#*:}"; done
	cp -R tools/vim/. "$(SHARE)/vim/vimfiles"
	cp -R tools/vscode "$(SHARE)/heddle"

uninstall:
	rm -f "$(TO)/bin/heddle" "$(TO)/bin/heddle-cc" "$(TO)/bin/heddle-c++" \
	  "$(TO)/include/heddle.h" "$(TO)/lib/libheddle.a" \
	  "$(TO)/lib/pkgconfig/heddle.pc" \
	  $(patsubst doc/%,"$(SHARE)/man/man1/%",$(wildcard doc/*.1)) \
	  "$(SHARE)/bash-completion/completions/heddle" \
	  "$(SHARE)/zsh/site-functions/_heddle" \
	  "$(SHARE)/fish/vendor_completions.d/heddle.fish" \
	  $(patsubst tools/vim/%,"$(SHARE)/vim/vimfiles/%",\
	    $(wildcard tools/vim/*/*.vim))
	rm -rf "$(TO)/include/heddle" "$(TO)/lib/heddle" "$(SHARE)/heddle" \
	  "$(SHARE)/doc/heddle"

deb: all
	@MAKE="$(MAKE)" HEDDLE="$(abspath $(HEDDLE))" BUILD=$(BUILD) tools/make-deb

format:
	tests/style/formatted | xargs clang-format -i

help:
	@sed -n '/^#$$/q;s/^# //p' Makefile

clean:
	rm -rf build heddle
