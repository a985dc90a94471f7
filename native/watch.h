/*
 * Who stands outside while a contained command runs: writes down what it starts and whom it calls, answers its
 * questions for names, and ends it when it takes more than it was given.
 */
#ifndef PORTCULLIS_WATCH_H
#define PORTCULLIS_WATCH_H

#include <dirent.h>
#include <poll.h>
#include <signal.h>
#include <sys/inotify.h>
#include <sys/statvfs.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include "inside.h"

/** Of each kind: a flood of one does not hide the others. */
#define MOST_EVENTS 1500
#define MOST_ARGUMENTS 24
#define MOST_TEXT 1024
#define MOST_MESSAGES 16

static int events = -1;
static const char *const NOTED[] = {"exec", "connect", "reached", "name", "socket", "refused"};
#define KINDS (sizeof NOTED / sizeof *NOTED)
static int event_count[KINDS];

/** One line; spaces, control and other unusual bytes are written as %XX. */
static void note(const char *kind, const char *const *texts, size_t count) {
  static char line[65536];
  static char last[sizeof line];
  static const char hex[] = "0123456789ABCDEF";
  size_t length = (size_t)snprintf(line, sizeof line, "%s", kind);
  for (size_t i = 0; i < count; i++) {
    if (length + 8 > sizeof line) break;
    line[length++] = ' ';
    for (const unsigned char *at = (const unsigned char *)texts[i]; *at != 0 && length + 8 < sizeof line; at++)
      if (*at > 0x20 && *at < 0x7f && *at != '%') line[length++] = (char)*at;
      else line[length++] = '%', line[length++] = hex[*at >> 4], line[length++] = hex[*at & 15];
  }
  line[length++] = '\n';
  line[length] = 0;
  if (strcmp(line, last) == 0) return;
  memcpy(last, line, length + 1);
  for (size_t i = 0; i < KINDS; i++)
    if (strcmp(kind, NOTED[i]) == 0 && ++event_count[i] > MOST_EVENTS) {
      if (event_count[i] > MOST_EVENTS + 1) return;
      length = (size_t)snprintf(line, sizeof line, "more\n");
    }
  if (write(events, line, length) != (ssize_t)length) errno = 0;
}

static void note_one(const char *kind, const char *text) { note(kind, &text, 1); }

/** Text of another process; what cannot be read is empty. */
static void text_of(int memory, uint64_t address, char *into, size_t room) {
  size_t length = 0;
  while (address != 0 && length + 1 < room) {
    /* Not over the end of a page: the next one may not be there. */
    size_t part = 4096 - (address + length) % 4096;
    if (part > room - 1 - length) part = room - 1 - length;
    ssize_t got = pread(memory, into + length, part, (off_t)(address + length));
    if (got <= 0) break;
    char *end = memchr(into + length, 0, (size_t)got);
    length = end == NULL ? length + (size_t)got : (size_t)(end - into);
    if (end != NULL) break;
  }
  into[length] = 0;
}

/** Names that were asked for: each has an address of its own in 198.18.0.0/15, which leads nowhere. */
#define MOST_NAMES 4096
static char *names[MOST_NAMES];
static unsigned name_count;

static unsigned address_of(const char *name) {
  for (unsigned i = 0; i < name_count; i++)
    if (strcmp(names[i], name) == 0) return i + 1;
  if (name_count == MOST_NAMES) return 0;
  names[name_count] = strdup(name);
  return names[name_count] == NULL ? 0 : ++name_count;
}

static const char *name_of(uint32_t address) {
  uint32_t host = address - 0xC6120000u;
  return host >= 1 && host <= name_count ? names[host - 1] : NULL;
}

/** Hosts that were tried, for the line at the end; as many as fit. */
static char tried_text[512];

static void note_host(const char *const words[2]) {
  char one[300];
  note("connect", words, 2);
  if (snprintf(one, sizeof one, "%.255s:%.15s", words[0], words[1]) < 0 || strstr(tried_text, one) != NULL) return;
  for (const char *at = one; *at != 0; at++)
    if (*at <= 0x20 || *at >= 0x7f) return;
  size_t length = strlen(tried_text);
  if (length + strlen(one) + 3 < sizeof tried_text)
    snprintf(tried_text + length, sizeof tried_text - length, "%s%s", length == 0 ? "" : ", ", one);
}

static void note_address(const unsigned char *address, size_t length) {
  char host[INET6_ADDRSTRLEN] = "", port[16];
  const char *words[2] = {host, port};
  unsigned short family = 0;
  if (length >= sizeof family) memcpy(&family, address, sizeof family);
  if (family == AF_INET && length >= sizeof(struct sockaddr_in)) {
    struct sockaddr_in to;
    memcpy(&to, address, sizeof to);
    snprintf(port, sizeof port, "%u", ntohs(to.sin_port));
    uint32_t number = ntohl(to.sin_addr.s_addr);
    if (number >> 24 == 127) return;
    if (name_of(number) != NULL) words[0] = name_of(number);
    else inet_ntop(AF_INET, &to.sin_addr, host, sizeof host);
    note_host(words);
  } else if (family == AF_INET6 && length >= sizeof(struct sockaddr_in6)) {
    struct sockaddr_in6 to;
    memcpy(&to, address, sizeof to);
    snprintf(port, sizeof port, "%u", ntohs(to.sin6_port));
    if (IN6_IS_ADDR_LOOPBACK(&to.sin6_addr)) return;
    inet_ntop(AF_INET6, &to.sin6_addr, host, sizeof host);
    note_host(words);
  } else if (family == AF_UNIX && length > sizeof family && address[sizeof family] != 0) {
    char path[sizeof(((struct sockaddr_un *)0)->sun_path) + 1] = "";
    memcpy(path, address + sizeof family, length - sizeof family < sizeof path ? length - sizeof family : sizeof path - 1);
    /* The C library's own question, which nothing here answers. */
    if (strcmp(path, "/var/run/nscd/socket") != 0) note_one("socket", path);
  }
}

/** Not said where to: nothing is noted. */
static void note_address_at(int memory, uint64_t at, uint64_t length) {
  unsigned char address[sizeof(struct sockaddr_un)] = {0};
  if (at == 0) return;
  if (length > sizeof address) length = sizeof address;
  if (pread(memory, address, (size_t)length, (off_t)at) == (ssize_t)length) note_address(address, (size_t)length);
}

static void note_call(const struct seccomp_notif *call, int listener) {
  char path[64], texts[MOST_ARGUMENTS + 1][MOST_TEXT];
  const char *words[MOST_ARGUMENTS + 1];
  snprintf(path, sizeof path, "/proc/%u/mem", call->pid);
  int memory = open(path, O_RDONLY | O_CLOEXEC);
  if (memory < 0) return;
  /* The number may have become somebody else's before it was opened. */
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &call->id) == 0) {
    int number = call->data.nr;
    const __u64 *given = call->data.args;
    if (number == SYS_connect) note_address_at(memory, given[1], given[2]);
    else if (number == SYS_sendto) note_address_at(memory, given[4], given[5]);
    else if (number == SYS_sendmsg || number == SYS_sendmmsg) {
      unsigned many = number == SYS_sendmsg ? 1 : (unsigned)given[2];
      for (unsigned i = 0; i < many && i < MOST_MESSAGES; i++) {
        struct mmsghdr one = {0};
        size_t size = number == SYS_sendmsg ? sizeof one.msg_hdr : sizeof one;
        if (pread(memory, &one, size, (off_t)(given[1] + i * sizeof one)) != (ssize_t)size) break;
        note_address_at(memory, (uint64_t)(uintptr_t)one.msg_hdr.msg_name, one.msg_hdr.msg_namelen);
      }
    } else {
      int shift = number == SYS_execveat;
      text_of(memory, given[shift], texts[0], MOST_TEXT);
      /* A program by its descriptor: what that is. */
      if (shift && texts[0][0] == 0) {
        snprintf(path, sizeof path, "/proc/%u/fd/%d", call->pid, (int)given[0]);
        ssize_t length = readlink(path, texts[0], MOST_TEXT - 1);
        texts[0][length < 0 ? 0 : length] = 0;
      }
      size_t count = 1;
      for (uint64_t list = given[shift + 1]; list != 0 && count <= MOST_ARGUMENTS; list += 8, count++) {
        uint64_t at = 0;
        if (pread(memory, &at, sizeof at, (off_t)list) != sizeof at || at == 0) break;
        text_of(memory, at, texts[count], MOST_TEXT);
      }
      for (size_t i = 0; i < count; i++) words[i] = texts[i];
      /* A search through PATH asks for many that are not there. */
      char inside[64 + MOST_TEXT];
      snprintf(inside, sizeof inside, texts[0][0] == '/' ? "/proc/%u/root%s" : "/proc/%u/cwd/%s", call->pid, texts[0]);
      if ((shift && given[1] != 0 && strncmp(texts[0], "/memfd:", 7) == 0) || access(inside, X_OK) == 0)
        note("exec", words, count);
    }
  }
  close(memory);
}

/** What was asked is written down, then goes its way: the walls decide what comes of it. */
static int hear_call(int listener) {
  static struct seccomp_notif call;
  struct seccomp_notif_resp answer = {0};
  memset(&call, 0, sizeof call);
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0) return errno == EINTR || errno == ENOENT;
  note_call(&call, listener);
  answer.id = call.id;
  answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  return ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer) == 0 || errno == ENOENT || errno == EINTR;
}

/** Answers every question for an IPv4 address with one that leads nowhere, and every other with nothing. */
static void hear_question(int server) {
  unsigned char packet[1500];
  struct sockaddr_storage from;
  socklen_t size = sizeof from;
  ssize_t got = recvfrom(server, packet, 512, MSG_DONTWAIT, (struct sockaddr *)&from, &size);
  if (got < 17 || (packet[2] & 0x80) != 0) return;
  char name[256];
  size_t length = 0, at = 12;
  while (at < (size_t)got && packet[at] != 0) {
    size_t part = packet[at++];
    if (part > 63 || at + part >= (size_t)got || length + part + 2 > sizeof name) return;
    if (length > 0) name[length++] = '.';
    for (size_t i = 0; i < part; i++) name[length++] = packet[at + i] == 0 ? '?' : (char)packet[at + i];
    at += part;
  }
  name[length] = 0;
  at++;
  if (at + 4 > (size_t)got || length == 0) return;
  unsigned type = (unsigned)(packet[at] << 8 | packet[at + 1]);
  at += 4;
  note_one("name", name);
  unsigned host = type == 1 ? address_of(name) : 0;
  packet[2] = 0x81, packet[3] = 0x80;
  packet[4] = 0, packet[5] = 1, packet[6] = 0, packet[7] = host != 0;
  packet[8] = packet[9] = packet[10] = packet[11] = 0;
  if (host != 0) {
    uint32_t address = 0xC6120000u + host;
    unsigned char record[16] = {0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, (unsigned char)(address >> 24),
                                (unsigned char)(address >> 16), (unsigned char)(address >> 8), (unsigned char)address};
    memcpy(packet + at, record, sizeof record);
    at += sizeof record;
  }
  if (sendto(server, packet, at, MSG_DONTWAIT, (struct sockaddr *)&from, size) < 0) errno = 0;
}

static long long now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/** Blocks of 512 bytes below a directory; links are not followed. Stops when there are more than `most`. */
static long long blocks_below(int directory, long long most, int depth) {
  long long sum = 0;
  DIR *list = fdopendir(directory);
  if (list == NULL) {
    close(directory);
    return 0;
  }
  for (struct dirent *entry; sum <= most && depth < 200 && (entry = readdir(list)) != NULL;) {
    struct stat stat;
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    if (fstatat(dirfd(list), entry->d_name, &stat, AT_SYMLINK_NOFOLLOW) != 0) continue;
    sum += stat.st_blocks + 1;
    if (!S_ISDIR(stat.st_mode)) continue;
    int below = openat(dirfd(list), entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (below >= 0) sum += blocks_below(below, most - sum, depth + 1);
  }
  closedir(list);
  return sum;
}

/** Files without a name that a process has open: no directory shows what they take. */
#define MOST_NAMELESS 4096
static struct {
  dev_t device;
  ino_t inode;
} nameless[MOST_NAMELESS];
static size_t nameless_count;

/** In blocks of 512 bytes; each file once, however many have it open. */
static long long nameless_blocks(const char *process) {
  char path[64];
  long long sum = 0;
  snprintf(path, sizeof path, "/proc/%.20s/fd", process);
  DIR *list = opendir(path);
  for (struct dirent *entry; list != NULL && (entry = readdir(list)) != NULL;) {
    struct stat stat;
    if (entry->d_name[0] == '.' || fstatat(dirfd(list), entry->d_name, &stat, 0) != 0) continue;
    if (!S_ISREG(stat.st_mode) || stat.st_nlink != 0 || stat.st_blocks == 0) continue;
    size_t known = 0;
    while (known < nameless_count && (nameless[known].device != stat.st_dev || nameless[known].inode != stat.st_ino)) known++;
    if (known < nameless_count) continue;
    sum += stat.st_blocks;
    if (nameless_count < MOST_NAMELESS) nameless[nameless_count].device = stat.st_dev, nameless[nameless_count++].inode = stat.st_ino;
  }
  if (list != NULL) closedir(list);
  return sum;
}

/** Processes, their memory and their files without names in the process namespace of `inner`, counted from outside. */
static void count_inside(pid_t inner, long long *processes, long long *memory, long long *blocks) {
  char path[64], own[128], other[128];
  *processes = *memory = *blocks = 0;
  nameless_count = 0;
  snprintf(path, sizeof path, "/proc/%d/ns/pid", (int)inner);
  ssize_t length = readlink(path, own, sizeof own);
  if (length <= 0) return;
  DIR *all = opendir("/proc");
  for (struct dirent *entry; all != NULL && (entry = readdir(all)) != NULL;) {
    if (entry->d_name[0] < '1' || entry->d_name[0] > '9') continue;
    snprintf(path, sizeof path, "/proc/%.20s/ns/pid", entry->d_name);
    if (readlink(path, other, sizeof other) != length || memcmp(own, other, (size_t)length) != 0) continue;
    *processes += 1;
    *blocks += nameless_blocks(entry->d_name);
    snprintf(path, sizeof path, "/proc/%.20s/statm", entry->d_name);
    FILE *file = fopen(path, "re");
    long long pages = 0, resident = 0;
    if (file != NULL && fscanf(file, "%lld %lld", &pages, &resident) == 2) *memory += resident * getpagesize();
    if (file != NULL) fclose(file);
  }
  if (all != NULL) closedir(all);
}

/** Free bytes where the layers lie; -1 when that is not known. */
static long long free_at(const char *path) {
  struct statvfs about;
  return statvfs(path, &about) == 0 ? (long long)about.f_bavail * (long long)about.f_frsize : -1;
}

/** No run may take the last of a disk, however it hides what it takes: a mapped file has neither name nor descriptor. */
#define LAST_OF_DISK (512ll << 20)

static int takes_the_last(const char *upper) {
  static long long before = -2;
  long long now = free_at(upper);
  if (before == -2) before = now;
  return now >= 0 && now < LAST_OF_DISK && before - now > LAST_OF_DISK;
}

/** What it took too much of; NULL when nothing. */
static const char *over_limit(const struct limits *limits, pid_t inner, const struct overlay *overlays, size_t count,
                              long long started) {
  long long processes, memory, blocks, most = limits->disk / 512;
  if (limits->seconds > 0 && now_ms() - started > limits->seconds * 1000) return "time";
  count_inside(inner, &processes, &memory, &blocks);
  if (processes > limits->processes + 1) return "processes";
  if (memory > limits->memory) return "memory";
  for (size_t i = 0; i < count && blocks <= most; i++) {
    int upper = open(overlays[i].upper, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (upper >= 0) blocks += blocks_below(upper, most - blocks, 0);
  }
  return blocks > most || takes_the_last(overlays[0].upper) ? "disk" : NULL;
}

#endif
