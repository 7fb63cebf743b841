# bench/cover says how the peers are named; without them only ours is measured
BENCHES += bench-cover
.PHONY: bench-cover
bench-cover:
	@bench/cover sizes
	@bench/cover first
	@bench/cover pairs 5
	@bench/cover cliffs

DEMOS += demo-cover
.PHONY: demo-cover
demo-cover: $(HEDDLE)
	@./heddle cover models/printers.txt
