# The numbers of the documents that take minutes to count.
.PHONY: soak-facts
soak-facts: $(HEDDLE)
	@HEDDLE="$(abspath $(HEDDLE))" tests/facts/run soak
SOAKS += soak-facts
