/*
 * The hook that stands between an agent and what it runs: portcullis-hook AGENT, the event on standard input.
 *
 * Asks the daemon over its socket and believes only an answer that the daemon proved with the key of this installation;
 * where no daemon can be reached, judges with a process of its own. Whatever else happens ends in the one shape that
 * every agent reads as a block: exit 2, a reason on stderr, nothing on stdout.
 *
 * Where the configuration names a gate that runs as an account of its own, it asks that one alone: the kernel says
 * whose process listens, so no key is needed that this account could read; and it never judges by itself.
 *
 * Nothing it does depends on the environment, the working directory or PATH: what it needs to know stands in
 * AGENT.conf beside the binary, which `portcullis init` wrote.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include "conf.h"
#include "door.h"
#include "ending.h"
#include "sha256.h"

#define MOST_INPUT (12u * 1024 * 1024)
#define MOST_ANSWER (1024u * 1024)
#define INPUT_SECONDS 5
#define TRIES 4
#define TRY_AGAIN_SECONDS 3
#define SYSTEM_PATH "PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"

/** Everything the agent says, which must come to an end. */
static char *read_input(size_t *length) {
  size_t room = 65536;
  char *input = malloc(room);
  *length = 0;
  deadline(INPUT_SECONDS, "what the agent said did not come to an end");
  while (input != NULL) {
    ssize_t got = read(0, input + *length, room - *length);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse("what the agent said could not be read");
    if (got == 0) break;
    *length += (size_t)got;
    if (*length > MOST_INPUT) refuse("what the agent said is too long");
    if (*length == room) {
      room *= 2;
      input = realloc(input, room);
    }
  }
  if (input == NULL) refuse("there is no memory for what the agent said");
  if (*length == 0) refuse("the agent said nothing");
  return input;
}

/** All of it, or 0. */
static int hand(int to, const char *text, size_t length) {
  while (length > 0) {
    ssize_t sent = write(to, text, length);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return 0;
    text += sent;
    length -= (size_t)sent;
  }
  return 1;
}

/** JSON text up to its closing quote, without its escapes, in place; one that is not expected is not our answer. */
static char *take_text(char **at, const char *before, size_t *length) {
  if (strncmp(*at, before, strlen(before)) != 0) return NULL;
  char *from = *at + strlen(before), *to = from, *text = from;
  for (; *from != '"'; from++) {
    if (*from == 0) return NULL;
    if (*from != '\\') {
      *to++ = *from;
      continue;
    }
    from++;
    if (*from == 'n') *to++ = '\n';
    else if (*from == '"' || *from == '\\' || *from == '/') *to++ = *from;
    else return NULL;
  }
  *length = (size_t)(to - text);
  *at = from + 1;
  return text;
}

/** Exactly `{"stdout":"…","stderr":"…","exit":0|2}` is given to the agent; everything else is a refusal. */
static void give(char *body, size_t length) {
  if (length > MOST_ANSWER || strlen(body) != length) refuse("the gate's answer cannot be read");
  size_t out_length, err_length;
  char *at = body;
  char *out = take_text(&at, "{\"stdout\":\"", &out_length);
  char *err = out == NULL ? NULL : take_text(&at, ",\"stderr\":\"", &err_length);
  if (err == NULL) refuse("the gate's answer cannot be read");
  int is_allow = strcmp(at, ",\"exit\":0}") == 0;
  if (!is_allow && strcmp(at, ",\"exit\":2}") != 0) refuse("the gate's answer cannot be read");
  if (observe) _exit(0);
  deadline(conf.spare, "the answer could not be handed over in time");
  int handed = out_length == 0 || (hand(1, out, out_length) && hand(1, "\n", 1));
  if (is_allow) {
    if (!handed) refuse("the answer could not be handed over");
    _exit(0);
  }
  while (err_length > 0 && err[err_length - 1] == '\n') err_length--;
  if (err_length == 0) err = "portcullis: refused", err_length = strlen(err);
  hand(2, err, err_length);
  hand(2, "\n", 1);
  _exit(2);
}

/** The body without its proof, when the proof is the daemon's for this very question; NULL otherwise. */
static char *proven(char *body, const char *key_hex, const char *nonce, const char *input_digest, size_t *length) {
  static const char mark[] = ",\"proof\":\"";
  const size_t tail = sizeof mark - 1 + 64 + 2;
  if (*length <= tail + 10) return NULL;
  char *at = body + *length - tail;
  if (strncmp(at, mark, sizeof mark - 1) != 0 || strcmp(body + *length - 2, "\"}") != 0) return NULL;
  char given[65];
  memcpy(given, at + sizeof mark - 1, 64);
  given[64] = 0;
  at[0] = '}';
  at[1] = 0;
  *length -= tail - 1;
  uint8_t key[32];
  for (int i = 0; i < 32; i++) {
    unsigned byte;
    if (sscanf(key_hex + 2 * i, "%2x", &byte) != 1) return NULL;
    key[i] = (uint8_t)byte;
  }
  char answer_digest[65], text[512], proof[65];
  sha256_hex(body, *length, answer_digest);
  snprintf(text, sizeof text, "portcullis hook proof 1\n%s\n%s\n%s\n%c\n%s\n", conf.agent, nonce, input_digest,
           body[*length - 2], answer_digest);
  hmac_sha256_hex(key, sizeof key, text, strlen(text), proof);
  unsigned char different = 0;
  for (int i = 0; i < 64; i++) different |= (unsigned char)(proof[i] ^ given[i]);
  return different == 0 ? body : NULL;
}

static uid_t peer_of(int daemon) {
#ifdef __linux__
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(daemon, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) refuse("the daemon does not say whose it is");
  return peer.uid;
#else
  uid_t owner;
  gid_t group;
  if (getpeereid(daemon, &owner, &group) != 0) refuse("the daemon does not say whose it is");
  return owner;
#endif
}

/** The system gate's door, connected; -1 when nobody listens. Whoever listens must be its account, by the kernel's word. */
static int connect_system(void) {
  struct sockaddr_un address;
  memset(&address, 0, sizeof address);
  address.sun_family = AF_UNIX;
  if (strlen(conf.system_socket) >= sizeof address.sun_path) refuse("the hook's configuration cannot be read");
  strcpy(address.sun_path, conf.system_socket);
  int daemon = socket(AF_UNIX, SOCK_STREAM, 0);
  if (daemon < 0) refuse("the gate could not be asked");
  fcntl(daemon, F_SETFD, FD_CLOEXEC);
  if (connect(daemon, (struct sockaddr *)&address, sizeof address) != 0) {
    close(daemon);
    return -1;
  }
  if (peer_of(daemon) != conf.system_account) refuse("what listens in the gate's place is not the gate");
  return daemon;
}

/** Our own daemon's socket, connected; -1 when nobody listens there. Somebody else's is never asked. */
static int connect_daemon(void) {
  struct sockaddr_un address;
  memset(&address, 0, sizeof address);
  address.sun_family = AF_UNIX;
  if (strlen(conf.state) + sizeof "/portcullis.sock" > sizeof address.sun_path) return -1;
  snprintf(address.sun_path, sizeof address.sun_path, "%.90s/portcullis.sock", conf.state);
  struct stat stat;
  if (lstat(conf.state, &stat) != 0) {
    if (errno == ENOENT) return -1;
    refuse("the state directory cannot be looked at");
  }
  if (!S_ISDIR(stat.st_mode) || !is_ours(&stat))
    refuse("others may write the state directory, or it belongs to somebody else");
  if (lstat(address.sun_path, &stat) != 0) {
    if (errno == ENOENT) return -1;
    refuse("the daemon's socket cannot be looked at");
  }
  if (!S_ISSOCK(stat.st_mode) || !is_private(&stat))
    refuse("what lies in the place of the daemon's socket is not the daemon's");
  int daemon = socket(AF_UNIX, SOCK_STREAM, 0);
  if (daemon < 0) refuse("the daemon could not be asked");
  fcntl(daemon, F_SETFD, FD_CLOEXEC);
  if (connect(daemon, (struct sockaddr *)&address, sizeof address) != 0) {
    close(daemon);
    return -1;
  }
  if (peer_of(daemon) != geteuid()) refuse("the daemon belongs to somebody else");
  return daemon;
}

static void make_nonce(char text[33]) {
  uint8_t bytes[16];
  struct stat stat;
  int source = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
  if (source < 0 || fstat(source, &stat) != 0 || !S_ISCHR(stat.st_mode) ||
      read_file(source, (char *)bytes, sizeof bytes) != sizeof bytes)
    refuse("there is no source of random numbers");
  close(source);
  for (int i = 0; i < 16; i++) snprintf(text + 2 * i, 3, "%02x", bytes[i]);
}

static char answer[MOST_ANSWER + 16384];

/** Asks over a connection and closes it: how much was answered. */
static size_t exchange(int daemon, const char *head, int size, const char *input, size_t length) {
  if (size <= 0) refuse("the daemon could not be asked");
  /* A daemon that refuses early may close before it has read everything; what it said still counts. */
  if (hand(daemon, head, (size_t)size)) hand(daemon, input, length);
  size_t got = 0;
  for (;;) {
    ssize_t part = read(daemon, answer + got, sizeof answer - 1 - got);
    if (part < 0 && errno == EINTR) continue;
    if (part <= 0) break;
    got += (size_t)part;
    if (got == sizeof answer - 1) refuse("the answer of the gate is too long");
  }
  close(daemon);
  answer[got] = 0;
  return got;
}

/** The body of an answer; NULL when the daemon is stopping. Everything else is a refusal. */
static char *answered(size_t got, size_t *length) {
  if (strncmp(answer, "HTTP/1.0 ", 9) != 0 && strncmp(answer, "HTTP/1.1 ", 9) != 0)
    refuse("the answer of the gate cannot be read");
  if (strncmp(answer + 9, "503 ", 4) == 0) return NULL;
  char *body = strstr(answer, "\r\n\r\n");
  if (strncmp(answer + 9, "200 ", 4) != 0 || body == NULL) refuse("the answer of the gate cannot be read");
  body += 4;
  *length = got - (size_t)(body - answer);
  if (strlen(body) != *length) refuse("the answer of the gate cannot be read");
  return body;
}

#define HEAD "POST /v1/hooks/%s HTTP/1.0\r\nHost: portcullis\r\nConnection: close\r\nContent-Type: application/json\r\nX-Portcullis-Patience: %d\r\nX-Portcullis-Observe: %s\r\n"

/** Asks the daemon and ends. Returns only when nobody is there to be asked. */
static void ask_daemon(const char *input, size_t length) {
  char key[80], token[160], nonce[33], input_digest[65];
  deadline(conf.limit, "the daemon did not answer in time");
  int daemon = connect_daemon();
  if (daemon < 0) return;
  if (!read_secret("agent.token", token, sizeof token, "the token of the daemon cannot be read, or others can read it"))
    refuse("the token of the daemon is not there");
  if (strspn(token, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") != strlen(token))
    refuse("the token of the daemon cannot be read, or others can read it");
  if (!read_secret("hook.key", key, sizeof key, "the key of the hook cannot be read, or others can read it"))
    refuse("the key of the hook is not there: restart the daemon");
  if (strlen(key) != 64 || strspn(key, "0123456789abcdef") != 64)
    refuse("the key of the hook cannot be read, or others can read it");
  sha256_hex(input, length, input_digest);
  for (int tries = 1; tries <= TRIES; tries++) {
    if (tries > 1) {
      /* A daemon that stops keeps the question for the one that follows it. */
      struct timespec pause = {TRY_AGAIN_SECONDS, 0};
      nanosleep(&pause, NULL);
      if ((daemon = connect_daemon()) < 0) continue;
    }
    make_nonce(nonce);
    char head[1024];
    int size = snprintf(head, sizeof head, HEAD "X-Portcullis-Nonce: %s\r\nAuthorization: Bearer %s\r\nContent-Length: %zu\r\n\r\n",
                        conf.agent, conf.limit, observe ? "yes" : "no", nonce, token, length);
    size_t got = exchange(daemon, head, (size_t)size >= sizeof head ? 0 : size, input, length);
    /* Whoever listened died before answering: then it is judged without them. */
    if (got == 0 && tries == 1) return;
    size_t body_length;
    char *body = answered(got, &body_length);
    if (body == NULL) continue;
    body = proven(body, key, nonce, input_digest, &body_length);
    if (body == NULL) refuse("the answer is not proven to be the daemon's (is it of an older version? restart it)");
    give(body, body_length);
  }
  refuse("the daemon is stopping");
}

/** Asks the gate that runs as an account of its own, and ends: nobody else judges in its place. */
static void ask_system(const char *input, size_t length) {
  char head[1024];
  deadline(conf.limit, "the gate did not answer in time");
  int size = snprintf(head, sizeof head, HEAD "Content-Length: %zu\r\n\r\n", conf.agent, conf.limit,
                      observe ? "yes" : "no", length);
  for (int tries = 1; tries <= TRIES; tries++) {
    if (tries > 1) {
      struct timespec pause = {TRY_AGAIN_SECONDS, 0};
      nanosleep(&pause, NULL);
    }
    int daemon = connect_system();
    if (daemon < 0) continue;
    size_t got = exchange(daemon, head, (size_t)size >= sizeof head ? 0 : size, input, length), body_length;
    if (got == 0) continue;
    char *body = answered(got, &body_length);
    if (body != NULL) give(body, body_length);
  }
  refuse("the gate of this machine is not running, and nothing is judged without it");
}

/** What the gate's own process gets to see: nothing that could change what it does, and the keys it was promised. */
static char **own_environment(void) {
  static char *result[MOST_PASSED + 4];
  static char home[PATH_MAX + 8], state[PATH_MAX + 24];
  int count = 0;
  snprintf(home, sizeof home, "HOME=%s", conf.home);
  snprintf(state, sizeof state, "PORTCULLIS_STATE=%s", conf.state);
  result[count++] = SYSTEM_PATH;
  result[count++] = home;
  result[count++] = state;
  for (int i = 0; i < conf.passed_count; i++) {
    size_t length = strlen(conf.passed[i]);
    for (char **entry = environ; entry != NULL && *entry != NULL; entry++)
      if (strncmp(*entry, conf.passed[i], length) == 0 && (*entry)[length] == '=') {
        result[count++] = *entry;
        break;
      }
  }
  result[count] = NULL;
  return result;
}

/** Judges with a process of our own, and ends. It is our child: its answer needs no proof. */
static void judge_in_process(const char *input, size_t length) {
  int in[2], out[2];
  char seconds[16];
  snprintf(seconds, sizeof seconds, "%d", conf.spare);
  deadline(conf.spare, "the daemon cannot be reached and judging without it took too long");
  if (pipe(in) != 0 || pipe(out) != 0 || (child = fork()) < 0)
    refuse("the daemon cannot be reached and judging without it failed");
  if (child == 0) {
    char *const arguments[] = {conf.node,   "--disable-sigusr1", conf.launcher, "hook",  (char *)conf.agent,
                               "--in-process", "--wire",         "--deadline",  seconds, observe ? "--observe" : NULL, NULL};
    alarm(0);
    signal(SIGPIPE, SIG_DFL);
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere < 0 || dup2(in[0], 0) < 0 || dup2(out[1], 1) < 0 || dup2(nowhere, 2) < 0) _exit(126);
    close(in[0]), close(in[1]), close(out[0]), close(out[1]), close(nowhere);
    execve(conf.node, arguments, own_environment());
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  fcntl(in[1], F_SETFL, O_NONBLOCK);
  size_t sent = 0, got = 0;
  struct pollfd both[2] = {{.fd = in[1], .events = POLLOUT}, {.fd = out[0], .events = POLLIN}};
  while (both[1].fd >= 0) {
    if (poll(both, 2, -1) < 0) continue;
    if (both[0].fd >= 0 && both[0].revents != 0) {
      ssize_t part = write(in[1], input + sent, length - sent);
      if (part > 0) sent += (size_t)part;
      if ((part < 0 && errno != EAGAIN && errno != EINTR) || sent == length) {
        close(in[1]);
        both[0].fd = -1;
      }
    }
    if (both[1].revents != 0) {
      ssize_t part = read(out[0], answer + got, sizeof answer - 1 - got);
      if (part < 0 && errno == EINTR) continue;
      if (part <= 0) both[1].fd = -1;
      else if ((got += (size_t)part) == sizeof answer - 1) refuse("the answer of the gate is too long");
    }
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) refuse("the daemon cannot be reached and judging without it failed");
  child = 0;
  answer[got] = 0;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || got == 0)
    refuse("the daemon cannot be reached and judging without it failed");
  give(answer, got);
}

int main(int count, char **words) {
  hold_descriptors();
  if (count == 3 && strcmp(words[1], "--door") == 0) keep_door(words[2]);
  take_signals();
  read_conf(count == 2 ? words[1] : NULL);
#ifdef __linux__
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
  refuse_loaders();
  size_t length;
  char *input = read_input(&length);
  if (conf.system_account != 0) ask_system(input, length);
  ask_daemon(input, length);
  judge_in_process(input, length);
  refuse("the hook failed");
}
