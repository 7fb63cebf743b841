# C programs: executions per second, and the search against peers' times.
BENCHES += bench-programs
.PHONY: bench-programs
bench-programs: $(BUILD)/bench-programs $(HEDDLE) $(CC_TOOL) $(RT_LIB)
	@HEDDLE=$(abspath $(HEDDLE)) $(BUILD)/bench-programs

$(BUILD)/bench-programs: $(BUILD)/bench/programs.o $(BUILD)/libheddle.a
	@echo LINK $@
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIB_LIBS)
