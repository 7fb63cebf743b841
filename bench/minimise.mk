# How small failing runs become.
BENCHES += bench-minimise
.PHONY: bench-minimise
bench-minimise: $(HEDDLE) $(CC_TOOL) $(RT_LIB)
	@HEDDLE="$(abspath $(HEDDLE))" bench/minimise
