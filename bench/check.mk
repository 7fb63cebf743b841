# Measured comparisons; results with their commands are in bench/RESULTS.md.
BENCH_PACKAGES += spin time bc
BENCHES += bench-check

.PHONY: bench-check
bench-check: $(HEDDLE)
	@bench/check
