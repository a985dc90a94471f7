/* For the tests: SHA-256 and HMAC-SHA256 of standard input, as the hook computes them. digests [KEY-IN-HEX] */
#include <stdio.h>
#include <unistd.h>
#include "sha256.h"

int main(int count, char **words) {
  static char bytes[16 * 1024 * 1024];
  uint8_t key[64] = {0};
  char text[65];
  size_t length = 0, key_length = count > 1 ? strlen(words[1]) / 2 : 0;
  for (ssize_t got; (got = read(0, bytes + length, sizeof bytes - length)) > 0;) length += (size_t)got;
  if (key_length > sizeof key) return 1;
  for (size_t i = 0; i < key_length; i++) {
    unsigned byte;
    if (sscanf(words[1] + 2 * i, "%2x", &byte) != 1) return 1;
    key[i] = (uint8_t)byte;
  }
  sha256_hex(bytes, length, text);
  printf("%s\n", text);
  hmac_sha256_hex(key, key_length, bytes, length, text);
  printf("%s\n", text);
  return 0;
}
