# Random C programs under every strategy, against a brute force that shares
# neither cc/, rt/ nor sched/ (oracle.c); skipped without clang-19.
ORACLE_OBJECTS := $(patsubst %,$(BUILD)/tests/oracle/%.o,\
                    ask brute brute_locks brute_order brute_step brute_stream code compare oracle \
                    outcomes program random_program random_waits shrink write \
                    write_calls)

TESTS += oracle
SOAKS += soak-oracle
.PHONY: oracle soak-oracle

ifneq ($(and $(LLVM_CONFIG),$(filter x86_64,$(shell uname -m))),)
test-built: $(BUILD)/oracle
oracle: $(BUILD)/oracle $(HEDDLE) $(CC_TOOL) $(RT_LIB)
	@HEDDLE="$(abspath $(HEDDLE))" $(BUILD)/oracle
soak-oracle: $(BUILD)/oracle $(HEDDLE) $(CC_TOOL) $(RT_LIB)
	@HEDDLE="$(abspath $(HEDDLE))" $(BUILD)/oracle -n 200 100000 $(or $(SEED),1000001)
else
oracle soak-oracle:
	@echo "skipped: programs need clang-19 llvm-19-dev"
	@echo "0 passed, 0 failed, 1 skipped"
endif

$(BUILD)/oracle: $(ORACLE_OBJECTS) $(BUILD)/libheddle.a
	@echo LINK $@
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIB_LIBS)
