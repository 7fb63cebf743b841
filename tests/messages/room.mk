# Sequences of messages against brute force, more of them.
SOAKS += soak-messages
.PHONY: soak-messages
soak-messages: all
	@HEDDLE="$(abspath $(HEDDLE))" BUILD=$(BUILD) SCRIPTS=3000 FIRST=1000 tests/messages/run
