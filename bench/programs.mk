# C programs: executions per second, the search beside GenMC's (GENMC=path of
# one that was built elsewhere), and how soon known bugs are found.
BENCHES += bench-programs bench-bugs
.PHONY: bench-programs bench-bugs
bench-programs bench-bugs: bench-%: $(BUILD)/bench-% $(HEDDLE) $(CC_TOOL) $(RT_LIB)
	@HEDDLE="$(abspath $(HEDDLE))" GENMC=$(GENMC) $(BUILD)/bench-$*

$(addprefix $(BUILD)/bench-,programs bugs outputs): $(BUILD)/bench-%: \
    $(BUILD)/bench/%.o $(BUILD)/bench/common.o $(BUILD)/libheddle.a
	@echo LINK $@
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIB_LIBS)

# Programs nobody here wrote; needs the network.
.PHONY: bench-real
bench-real: $(BUILD)/bench-outputs $(HEDDLE) $(CC_TOOL) $(RT_LIB)
	@BUILD=$(BUILD) HEDDLE="$(abspath $(HEDDLE))" bench/real

# Bugs of known depth among many threads; an hour.
.PHONY: bench-depth
bench-depth: $(HEDDLE) $(CC_TOOL) $(RT_LIB)
	@HEDDLE="$(abspath $(HEDDLE))" bench/depth/run
