# rt: the runtime that tested programs are linked with.  Always optimised and
# never sanitized: it switches stacks and resets memory under the program.
LIB_FLAGS += -I.
RT_SOURCES := $(wildcard rt/*.c)
RT_LIB := $(BUILD)/rt/libheddle-rt.a
RT_FLAGS := -O2 -g -std=c11 -D_GNU_SOURCE -I. -Isrc -fno-pie -fno-strict-aliasing \
            -fno-omit-frame-pointer -fcf-protection=none -fno-stack-protector

ifneq ($(filter x86_64,$(shell uname -m)),)
all: $(RT_LIB)
check-tests: $(RT_LIB)
endif

$(BUILD)/rt/%.o: rt/%.c rt/room.mk
	@mkdir -p $(@D)
	@echo CC $<
	@$(CC) $(RT_FLAGS) $(WARNINGS) -MMD -MP -c -o $@ $<

$(RT_LIB): $(patsubst %.c,$(BUILD)/%.o,$(RT_SOURCES))
	@rm -f $@
	@$(AR) rcs $@ $^
