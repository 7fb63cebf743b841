# Measured comparisons; results with their commands are in bench/RESULTS.md.
BENCH_PACKAGES += spin time bc
BENCHES += bench-check bench-strategies bench-por

.PHONY: bench-check
bench-check: $(HEDDLE)
	@bench/check

.PHONY: bench-strategies bench-por
bench-strategies: $(HEDDLE)
	@bench/strategies

bench-por: $(HEDDLE)
	@bench/por

# By instructions, so other work on the machine does not matter; slow.
.PHONY: bench-cost
bench-cost: $(HEDDLE)
	@bench/cost
