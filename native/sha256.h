/* SHA-256 (FIPS 180-4) and HMAC (RFC 2104). Checked against vectors and against another implementation by the tests. */
#ifndef PORTCULLIS_SHA256_H
#define PORTCULLIS_SHA256_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct {
  uint32_t state[8];
  uint64_t length;
  uint8_t block[64];
  size_t filled;
} sha256_t;

static const uint32_t SHA256_K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t sha256_rotate(uint32_t word, int by) { return (word >> by) | (word << (32 - by)); }

static void sha256_block(sha256_t *sum, const uint8_t *block) {
  uint32_t w[64];
  for (int i = 0; i < 16; i++)
    w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 |
           (uint32_t)block[4 * i + 3];
  for (int i = 16; i < 64; i++) {
    uint32_t s0 = sha256_rotate(w[i - 15], 7) ^ sha256_rotate(w[i - 15], 18) ^ (w[i - 15] >> 3);
    uint32_t s1 = sha256_rotate(w[i - 2], 17) ^ sha256_rotate(w[i - 2], 19) ^ (w[i - 2] >> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  uint32_t a = sum->state[0], b = sum->state[1], c = sum->state[2], d = sum->state[3];
  uint32_t e = sum->state[4], f = sum->state[5], g = sum->state[6], h = sum->state[7];
  for (int i = 0; i < 64; i++) {
    uint32_t s1 = sha256_rotate(e, 6) ^ sha256_rotate(e, 11) ^ sha256_rotate(e, 25);
    uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + SHA256_K[i] + w[i];
    uint32_t s0 = sha256_rotate(a, 2) ^ sha256_rotate(a, 13) ^ sha256_rotate(a, 22);
    uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  sum->state[0] += a, sum->state[1] += b, sum->state[2] += c, sum->state[3] += d;
  sum->state[4] += e, sum->state[5] += f, sum->state[6] += g, sum->state[7] += h;
}

static void sha256_begin(sha256_t *sum) {
  static const uint32_t first[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  memcpy(sum->state, first, sizeof first);
  sum->length = 0;
  sum->filled = 0;
}

static void sha256_add(sha256_t *sum, const void *bytes, size_t length) {
  const uint8_t *at = bytes;
  sum->length += length;
  while (length > 0) {
    if (sum->filled == 0 && length >= 64) {
      sha256_block(sum, at);
      at += 64, length -= 64;
      continue;
    }
    size_t part = 64 - sum->filled < length ? 64 - sum->filled : length;
    memcpy(sum->block + sum->filled, at, part);
    sum->filled += part, at += part, length -= part;
    if (sum->filled == 64) {
      sha256_block(sum, sum->block);
      sum->filled = 0;
    }
  }
}

static void sha256_end(sha256_t *sum, uint8_t digest[32]) {
  uint64_t bits = sum->length * 8;
  uint8_t pad = 0x80, zero = 0, size[8];
  for (int i = 0; i < 8; i++) size[i] = (uint8_t)(bits >> (56 - 8 * i));
  sha256_add(sum, &pad, 1);
  while (sum->filled != 56) sha256_add(sum, &zero, 1);
  sha256_add(sum, size, 8);
  for (int i = 0; i < 32; i++) digest[i] = (uint8_t)(sum->state[i / 4] >> (24 - 8 * (i % 4)));
}

/** Writes 64 hex digits and a NUL. */
static void hex_of(const uint8_t digest[32], char text[65]) {
  for (int i = 0; i < 32; i++) {
    text[2 * i] = "0123456789abcdef"[digest[i] >> 4];
    text[2 * i + 1] = "0123456789abcdef"[digest[i] & 15];
  }
  text[64] = 0;
}

static void sha256_hex(const void *bytes, size_t length, char text[65]) {
  sha256_t sum;
  uint8_t digest[32];
  sha256_begin(&sum);
  sha256_add(&sum, bytes, length);
  sha256_end(&sum, digest);
  hex_of(digest, text);
}

/** A key of at most 64 bytes. */
static void hmac_sha256_hex(const uint8_t *key, size_t key_length, const void *bytes, size_t length, char text[65]) {
  uint8_t inner[64] = {0}, outer[64] = {0}, digest[32];
  sha256_t sum;
  memcpy(inner, key, key_length);
  memcpy(outer, key, key_length);
  for (int i = 0; i < 64; i++) inner[i] ^= 0x36, outer[i] ^= 0x5c;
  sha256_begin(&sum);
  sha256_add(&sum, inner, 64);
  sha256_add(&sum, bytes, length);
  sha256_end(&sum, digest);
  sha256_begin(&sum);
  sha256_add(&sum, outer, 64);
  sha256_add(&sum, digest, 32);
  sha256_end(&sum, digest);
  hex_of(digest, text);
}

#endif
