# Symbolic inputs: paths, questions, rates.
BENCHES += bench-symbolic
.PHONY: bench-symbolic
bench-symbolic: $(HEDDLE)
	@bench/symbolic
