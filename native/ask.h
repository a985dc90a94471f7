/*
 * A question to the daemon of this account: may a ticket be used, what becomes of a run. It proves with the key of this
 * installation that the answer is its own.
 */
#ifndef PORTCULLIS_ASK_H
#define PORTCULLIS_ASK_H

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include "plan.h"
#include "sha256.h"

#define MOST_ANSWERED 65536
#define ASK_SECONDS 600
#define NOBODY_THERE -1
#define NOT_SETTLED -2

static void read_key(const char *state, uint8_t key[32]) {
  char path[PATH_MAX], text[80] = "";
  struct stat stat;
  snprintf(path, sizeof path, "%s/hook.key", state);
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0 || fstat(file, &stat) != 0 || !S_ISREG(stat.st_mode) || stat.st_uid != geteuid() || (stat.st_mode & 077) != 0 ||
      read(file, text, sizeof text - 1) < 64)
    fail("the key of this installation cannot be read, or others can read it");
  close(file);
  for (int i = 0; i < 32; i++) {
    unsigned byte;
    if (sscanf(text + 2 * i, "%2x", &byte) != 1) fail("the key of this installation cannot be read");
    key[i] = (uint8_t)byte;
  }
}

static int is_same(const char *one, const char *other) {
  if (strlen(one) != strlen(other)) return 0;
  unsigned char different = 0;
  for (size_t i = 0; one[i] != 0; i++) different |= (unsigned char)(one[i] ^ other[i]);
  return different == 0;
}

/** Connected to the daemon of this account, or -1. */
static int connect_daemon(const char *state) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  struct stat stat;
  struct ucred peer;
  socklen_t size = sizeof peer;
  struct timeval patience = {ASK_SECONDS, 0};
  if (strlen(state) + sizeof "/portcullis.sock" > sizeof address.sun_path) return -1;
  snprintf(address.sun_path, sizeof address.sun_path, "%.90s/portcullis.sock", state);
  if (lstat(address.sun_path, &stat) != 0 || !S_ISSOCK(stat.st_mode) || stat.st_uid != geteuid() ||
      (stat.st_mode & 077) != 0)
    return -1;
  int daemon = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (daemon < 0) return -1;
  if (connect(daemon, (struct sockaddr *)&address, sizeof address) != 0 ||
      getsockopt(daemon, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || peer.uid != geteuid()) {
    close(daemon);
    return -1;
  }
  setsockopt(daemon, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  return daemon;
}

static int read_token(const char *state, char token[160]) {
  char path[PATH_MAX];
  struct stat stat;
  snprintf(path, sizeof path, "%s/agent.token", state);
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) return 0;
  ssize_t length = fstat(file, &stat) != 0 || !S_ISREG(stat.st_mode) || stat.st_uid != geteuid() || (stat.st_mode & 077) != 0
                       ? -1
                       : read(file, token, 159);
  close(file);
  if (length <= 0) return 0;
  token[length] = 0;
  token[strcspn(token, "\n")] = 0;
  return strspn(token, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") == strlen(token);
}

static int random_hex(char text[33]) {
  uint8_t bytes[16];
  int source = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
  if (source < 0) return 0;
  ssize_t got = read(source, bytes, sizeof bytes);
  close(source);
  for (int i = 0; i < 16; i++) snprintf(text + 2 * i, 3, "%02x", bytes[i]);
  return got == (ssize_t)sizeof bytes;
}

/** The exit code in a body that the daemon proved to be its answer to this very request; what it says is said. */
static int proven_exit(char *body, const char *state, const char *nonce, const char *request) {
  static const char mark[] = ",\"proof\":\"", begin[] = "{\"stdout\":\"\",\"stderr\":\"", middle[] = "\",\"exit\":";
  size_t length = strlen(body), tail = sizeof mark - 1 + 64 + 2;
  uint8_t key[32];
  char given[65], proof[65], asked[65], answered[65], text[512];
  if (length < tail + sizeof begin + sizeof middle - 1) return NOT_SETTLED;
  char *at = body + length - tail;
  if (strncmp(at, mark, sizeof mark - 1) != 0 || strcmp(body + length - 2, "\"}") != 0) return NOT_SETTLED;
  memcpy(given, at + sizeof mark - 1, 64);
  given[64] = 0;
  strcpy(at, "}");
  char *last = NULL;
  for (char *found = strstr(body, middle); found != NULL; found = strstr(found + 1, middle)) last = found;
  if (strncmp(body, begin, sizeof begin - 1) != 0 || last == NULL) return NOT_SETTLED;
  char *end;
  long code = strtol(last + sizeof middle - 1, &end, 10);
  if (strcmp(end, "}") != 0 || code < 0 || code > 255) return NOT_SETTLED;
  sha256_hex(request, strlen(request), asked);
  sha256_hex(body, strlen(body), answered);
  snprintf(text, sizeof text, "portcullis hook proof 1\ncontained\n%s\n%s\n%ld\n%s\n", nonce, asked, code, answered);
  read_key(state, key);
  hmac_sha256_hex(key, 32, text, strlen(text), proof);
  if (!is_same(proof, given)) return NOT_SETTLED;
  char *to = body, *from = body + sizeof begin - 1;
  for (; from < last; from++) {
    if (*from == '\\' && from + 1 < last) {
      from++;
      *to++ = *from == 'n' ? '\n' : *from == '"' || *from == '\\' || *from == '/' ? *from : '?';
    } else *to++ = *from;
  }
  for (char *said = body; said < to;) {
    ssize_t sent = write(2, said, (size_t)(to - said));
    if (sent <= 0) break;
    said += sent;
  }
  return (int)code;
}

/** The proven exit code; NOBODY_THERE: no daemon answered; NOT_SETTLED: what answered cannot be relied on. */
static int ask_daemon(const char *state, const char *about, const char *body) {
  static char answer[MOST_ANSWERED];
  char token[160], nonce[33], head[1024];
  size_t got = 0;
  int daemon = connect_daemon(state);
  if (daemon < 0) return NOBODY_THERE;
  if (!read_token(state, token) || !random_hex(nonce)) {
    close(daemon);
    return NOBODY_THERE;
  }
  int size = snprintf(head, sizeof head,
                      "POST /v1/contained/%s HTTP/1.0\r\nHost: portcullis\r\nConnection: close\r\n"
                      "Content-Type: application/json\r\nX-Portcullis-Nonce: %s\r\nAuthorization: Bearer %s\r\n"
                      "Content-Length: %zu\r\n\r\n%s",
                      about, nonce, token, strlen(body), body);
  if (size <= 0 || (size_t)size >= sizeof head || write(daemon, head, (size_t)size) != size) {
    close(daemon);
    return NOBODY_THERE;
  }
  for (;;) {
    ssize_t part = read(daemon, answer + got, sizeof answer - 1 - got);
    if (part < 0 && errno == EINTR) continue;
    if (part <= 0 || (got += (size_t)part) == sizeof answer - 1) break;
  }
  close(daemon);
  answer[got] = 0;
  if (got == 0) return NOBODY_THERE;
  char *text = strstr(answer, "\r\n\r\n");
  int is_whole = strncmp(answer, "HTTP/1.", 7) == 0 && strncmp(answer + 8, " 200 ", 5) == 0 && text != NULL;
  return is_whole ? proven_exit(text + 4, state, nonce, body) : NOT_SETTLED;
}

#endif
