# Promela: the states of small models, which are SPIN's.
.PHONY: test-promela soak-promela
TESTS += test-promela
test-promela: $(HEDDLE)
	@HEDDLE=$(CURDIR)/$(HEDDLE) tests/promela/run
SOAKS += soak-promela
soak-promela: $(HEDDLE)
	@HEDDLE=$(CURDIR)/$(HEDDLE) tests/promela/run spin
