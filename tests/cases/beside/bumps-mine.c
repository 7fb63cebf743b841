extern _Thread_local int mine;

void bumps_mine(void);

void bumps_mine(void) { mine++; }
