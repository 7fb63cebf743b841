# The models of the literature, as a benchmark and as a test of exact counts.
$(BUILD)/bench-dd: $(BUILD)/bench/dd.o $(BUILD)/libheddle.a
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIB_LIBS)

.PHONY: test-dd-models bench-dd bench-net
TESTS += test-dd-models
test-built: $(BUILD)/bench-dd
test-dd-models: $(BUILD)/bench-dd
	@bench/dd-check $(BUILD)/bench-dd

BENCHES += bench-dd bench-net
bench-dd: $(BUILD)/bench-dd
	@for model in "phils 20" "phils 1000" "phils 5000" "phils 10000" \
	  "slot 5" "slot 30" "kanban 5" "kanban 50" "hanoi 5" "hanoi 16"; do \
	  $(BUILD)/bench-dd $$model; done
	@bench/dd-peer $(BUILD)/bench-dd
bench-net: $(HEDDLE)
	@bench/net-table
