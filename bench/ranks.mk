# What ranks cost each other, and what that comes to on many.
BENCHES += bench-ranks

$(BUILD)/bench-ranks-tool: $(BUILD)/bench/ranks.o $(BUILD)/libheddle.a
	@echo LINK $@
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIB_LIBS)

.PHONY: bench-ranks
bench-ranks: $(HEDDLE) $(BUILD)/bench-ranks-tool
	@TOOL=$(BUILD)/bench-ranks-tool bench/ranks-predict
