# tests/cxx/run has what nearly every program uses; the rest takes longer than
# a test may.
SOAKS += soak-cxx
.PHONY: soak-cxx
soak-cxx: all
	@HEDDLE="$(abspath $(HEDDLE))" BUILD=$(BUILD) tests/cxx/run all
