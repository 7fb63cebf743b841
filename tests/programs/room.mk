# Tests of cc/, rt/ and the program executor; skipped without clang-19.
PROGRAMS_TEST := $(BUILD)/programs-test
PROGRAMS_TEST_SOURCES := tests/programs/suite.c tests/programs/counts.c \
  tests/programs/bugs.c tests/programs/oracle.c tests/programs/robust.c \
  tests/programs/dropin.c tests/programs/header.c tests/programs/random.c \
  tests/programs/reference.c tests/programs/resume.c tests/unit/sittings.c \
  tests/programs/bounds.c tests/programs/minimise.c tests/programs/busy.c \
  tests/programs/looking.c tests/programs/waits.c tests/programs/rounds.c \
  tests/programs/vain.c tests/programs/turns.c \
  tests/programs/inputs.c tests/programs/symbolic.c \
  tests/programs/library.c

TESTS += test-programs
.PHONY: test-programs

ifneq ($(and $(LLVM_CONFIG),$(filter x86_64,$(shell uname -m))),)
test-built: $(PROGRAMS_TEST)
test-programs: $(PROGRAMS_TEST) $(HEDDLE) $(CC_TOOL) $(RT_LIB)
	@HEDDLE="$(abspath $(HEDDLE))" BUILD=$(BUILD) $(PROGRAMS_TEST)
SOAKS += soak-symbolic
.PHONY: soak-symbolic
soak-symbolic: $(PROGRAMS_TEST) $(HEDDLE) $(CC_TOOL) $(RT_LIB)
	@HEDDLE_SYMBOLIC=400 HEDDLE="$(abspath $(HEDDLE))" BUILD=$(BUILD) \
	  $(PROGRAMS_TEST) symbolic
else
test-programs:
	@echo "skipped: programs need clang-19 llvm-19-dev"
	@echo "0 passed, 0 failed, 1 skipped"
endif

$(PROGRAMS_TEST): $(patsubst %.c,$(BUILD)/%.o,$(PROGRAMS_TEST_SOURCES)) \
    $(BUILD)/libheddle.a
	@echo LINK $@
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIB_LIBS)
