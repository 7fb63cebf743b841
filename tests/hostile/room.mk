# Programs that mean harm: as nobody, and they take their time.
SOAKS += soak-hostile
.PHONY: soak-hostile
soak-hostile: all
	@HEDDLE=$(abspath $(HEDDLE)) BUILD=$(BUILD) tests/hostile/survive
