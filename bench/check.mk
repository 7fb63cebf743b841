# Measured comparisons; results with their commands are in bench/RESULTS.md.
BENCH_PACKAGES += spin time bc
BENCHES += bench-check bench-strategies bench-por bench-sleep

.PHONY: bench-check
bench-check: $(HEDDLE)
	@bench/check

.PHONY: bench-strategies bench-por bench-sleep
bench-strategies: $(HEDDLE)
	@bench/strategies

bench-por: $(HEDDLE)
	@bench/por

bench-sleep: $(HEDDLE)
	@bench/sleep

# By instructions, so other work on the machine does not matter; slow.
.PHONY: bench-cost
bench-cost: $(HEDDLE)
	@bench/cost
