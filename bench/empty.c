/* What a peer takes for a program that does nothing. */
int main(void) {
  return 0;
}
