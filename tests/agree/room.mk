# What is modelled against the kernel, more of it.
SOAKS += soak-agree
.PHONY: soak-agree
soak-agree: all
	@HEDDLE="$(abspath $(HEDDLE))" BUILD=$(BUILD) SCRIPTS=10000 tests/agree/run
