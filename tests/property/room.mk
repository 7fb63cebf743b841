# Properties of programs against brute force, more of them.
SOAKS += soak-property
.PHONY: soak-property
soak-property: all
	@HEDDLE="$(abspath $(HEDDLE))" BUILD=$(BUILD) SCRIPTS=1000 FIRST=1000 tests/property/run
