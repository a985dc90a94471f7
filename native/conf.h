/* What the hook knows and whom it believes: its configuration, the account it runs as, who owns which file. */
#ifndef PORTCULLIS_CONF_H
#define PORTCULLIS_CONF_H

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#include <pwd.h>
#endif
#include "ending.h"

#define MOST_PASSED 32

extern char **environ;

static struct {
  const char *agent;
  char home[PATH_MAX];
  char state[PATH_MAX];
  char node[PATH_MAX];
  char launcher[PATH_MAX];
  int limit;
  int spare;
  char passed[MOST_PASSED][64];
  int passed_count;
  /** A gate that runs as an account of its own: its public socket, and that account. Empty: a gate of this account. */
  char system_socket[108];
  uid_t system_account;
} conf;

/**
 * This binary is static where that can be, and no library is loaded into it; what it finds set here was set for whatever
 * else the agent starts, its shell included.
 */
static void refuse_loaders(void) {
  static const char *const harmless[] = {"LD_RUN_PATH=", "LD_BIND_NOW=", NULL};
  for (char **entry = environ; entry != NULL && *entry != NULL; entry++) {
    if (strncmp(*entry, "LD_", 3) != 0 && strncmp(*entry, "DYLD_", 5) != 0) continue;
    const char *value = strchr(*entry, '=');
    int known = value == NULL || value[1] == 0;
    for (int i = 0; harmless[i] != NULL; i++)
      if (strncmp(*entry, harmless[i], strlen(harmless[i])) == 0) known = 1;
    if (known) continue;
    static char because[256];
    snprintf(because, sizeof because,
             "%.*s is set, which loads code into programs: unset it where the agent is started, and look at `env` in its "
             "settings",
             (int)(value - *entry > 40 ? 40 : value - *entry), *entry);
    refuse(because);
  }
}

/** Of this user or of root, and nobody else can have changed it. */
static int is_ours(const struct stat *stat) {
  return (stat->st_uid == geteuid() || stat->st_uid == 0) && (stat->st_mode & 022) == 0;
}

/** Of this user alone: nobody else can have chosen or seen it. */
static int is_private(const struct stat *stat) { return stat->st_uid == geteuid() && (stat->st_mode & 077) == 0; }

static size_t read_file(int file, char *into, size_t most) {
  size_t length = 0;
  while (length < most) {
    ssize_t got = read(file, into + length, most - length);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse("a file of the hook cannot be read");
    if (got == 0) break;
    length += (size_t)got;
  }
  return length;
}

/** A small private file of the state directory without its line end; 0 when it is not there. */
static int read_secret(const char *name, char *into, size_t most, const char *unsound) {
  char path[PATH_MAX + 32];
  snprintf(path, sizeof path, "%s/%s", conf.state, name);
  int file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0 && errno == ENOENT) return 0;
  struct stat stat;
  if (file < 0 || fstat(file, &stat) != 0 || !S_ISREG(stat.st_mode) || !is_private(&stat)) refuse(unsound);
  size_t length = read_file(file, into, most - 1);
  close(file);
  if (length > 0 && into[length - 1] == '\n') length--;
  into[length] = 0;
  if (length == 0 || strlen(into) != length) refuse(unsound);
  return 1;
}

static void copy_value(char *into, size_t most, const char *value) {
  if (strlen(value) >= most) refuse("the hook's configuration cannot be read");
  strcpy(into, value);
}

static int seconds_in(const char *value) {
  char *end;
  long seconds = strtol(value, &end, 10);
  if (*value == 0 || *end != 0 || seconds < 1 || seconds > 3600) refuse("the hook's configuration cannot be read");
  return (int)seconds;
}

#ifdef __APPLE__
static void own_path(char *into) {
  char path[PATH_MAX];
  uint32_t size = sizeof path;
  if (_NSGetExecutablePath(path, &size) != 0 || realpath(path, into) == NULL) refuse("the hook does not know where it lies");
}
#else
static void own_path(char *into) {
  ssize_t length = readlink("/proc/self/exe", into, PATH_MAX - 1);
  if (length <= 0 || length >= PATH_MAX - 1) refuse("the hook does not know where it lies");
  into[length] = 0;
}
#endif

/** The sixth field of a line of the account database. */
static int home_in_line(char *line, char *into) {
  char *field[7] = {line};
  for (int i = 1; i < 7; i++) {
    char *colon = strchr(field[i - 1], ':');
    if (colon == NULL) return 0;
    *colon = 0;
    field[i] = colon + 1;
  }
  char *end;
  unsigned long uid = strtoul(field[2], &end, 10);
  if (*field[2] == 0 || *end != 0 || uid != (unsigned long)geteuid() || field[5][0] != '/') return 0;
  copy_value(into, PATH_MAX, field[5]);
  return 1;
}

/** Where this account lives, whatever HOME says. */
static void account_home(char *into) {
#ifdef __APPLE__
  struct passwd *account = getpwuid(geteuid());
  if (account == NULL || account->pw_dir == NULL || account->pw_dir[0] != '/') refuse("this account has no home directory");
  copy_value(into, PATH_MAX, account->pw_dir);
#else
  char line[4096];
  FILE *accounts = fopen("/etc/passwd", "re");
  while (accounts != NULL && fgets(line, sizeof line, accounts) != NULL)
    if (home_in_line(line, into)) {
      fclose(accounts);
      return;
    }
  if (accounts != NULL) fclose(accounts);
  /* Accounts of a directory service are known to the system's own tool. */
  char uid[24];
  snprintf(uid, sizeof uid, "%lu", (unsigned long)geteuid());
  int out[2];
  if (pipe(out) != 0 || (child = fork()) < 0) refuse("the account cannot be looked up");
  if (child == 0) {
    char *const arguments[] = {"getent", "passwd", uid, NULL};
    char *const nothing[] = {NULL};
    dup2(out[1], 1);
    execve("/usr/bin/getent", arguments, nothing);
    _exit(127);
  }
  close(out[1]);
  size_t length = read_file(out[0], line, sizeof line - 1);
  close(out[0]);
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
    ;
  child = 0;
  line[length] = 0;
  if (!home_in_line(line, into)) refuse("this account has no home directory");
#endif
}

static uid_t account_in(const char *value) {
  char *end;
  unsigned long uid = strtoul(value, &end, 10);
  if (*value == 0 || strspn(value, "0123456789") != strlen(value) || *end != 0 || uid == 0 || uid >= 0xffffffffUL)
    refuse("the hook's configuration cannot be read");
  return (uid_t)uid;
}

/** AGENT.conf beside the binary: `name=value` lines. A name that is not known is not passed over. */
static void read_conf(const char *agent) {
  static char text[32768];
  char path[PATH_MAX + 80];
  if (agent == NULL || *agent == 0 || strlen(agent) > 32 || strspn(agent, "abcdefghijklmnopqrstuvwxyz-") != strlen(agent))
    refuse("the hook was called without the name of its agent");
  conf.agent = agent;
  own_path(path);
  char *slash = strrchr(path, '/');
  if (slash == NULL) refuse("the hook does not know where it lies");
  *slash = 0;
  struct stat stat;
  if (lstat(path, &stat) != 0 || !S_ISDIR(stat.st_mode) || !is_ours(&stat))
    refuse("others may write the hook's directory, or it belongs to somebody else");
  snprintf(slash, sizeof path - (size_t)(slash - path), "/%s.conf", agent);
  int file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0 || fstat(file, &stat) != 0 || !S_ISREG(stat.st_mode) || !is_ours(&stat))
    refuse("the hook's configuration is not there, or not its own");
  size_t length = read_file(file, text, sizeof text - 1);
  close(file);
  if (length == sizeof text - 1 || strlen(text) != length) refuse("the hook's configuration cannot be read");
  for (char *line = text; *line != 0;) {
    char *end = strchr(line, '\n');
    if (end == NULL) refuse("the hook's configuration cannot be read");
    *end = 0;
    char *value = strchr(line, '=');
    if (value == NULL) refuse("the hook's configuration cannot be read");
    *value++ = 0;
    if (strcmp(line, "home") == 0) copy_value(conf.home, sizeof conf.home, value);
    else if (strcmp(line, "state") == 0) copy_value(conf.state, sizeof conf.state, value);
    else if (strcmp(line, "node") == 0) copy_value(conf.node, sizeof conf.node, value);
    else if (strcmp(line, "launcher") == 0) copy_value(conf.launcher, sizeof conf.launcher, value);
    else if (strcmp(line, "doctor") == 0) copy_value(doctor, sizeof doctor, value);
    else if (strcmp(line, "limit") == 0) conf.limit = seconds_in(value);
    else if (strcmp(line, "spare") == 0) conf.spare = seconds_in(value);
    else if (strcmp(line, "observe") == 0 && strcmp(value, "yes") == 0) observe = 1;
    else if (strcmp(line, "observe") == 0 && strcmp(value, "no") == 0) observe = 0;
    else if (strcmp(line, "socket") == 0) copy_value(conf.system_socket, sizeof conf.system_socket, value);
    else if (strcmp(line, "daemon") == 0) conf.system_account = account_in(value);
    else if (strcmp(line, "pass") == 0 && conf.passed_count < MOST_PASSED)
      copy_value(conf.passed[conf.passed_count++], sizeof conf.passed[0], value);
    else refuse("the hook's configuration cannot be read");
    line = end + 1;
  }
  if (conf.system_socket[0] != 0 || conf.system_account != 0) {
    /* What the machine's owner installed is never chosen by the account that runs it. */
    if (conf.system_socket[0] != '/' || conf.system_account == 0 || stat.st_uid != 0 || conf.limit == 0 || conf.spare == 0)
      refuse("the hook's configuration cannot be read");
    return;
  }
  /* One file serves every user of the machine; each has a state of their own. */
  if (strcmp(conf.home, "@account") == 0) {
    account_home(conf.home);
    if (strlen(conf.home) + sizeof "/.portcullis/state" > sizeof conf.state) refuse("this account's home has too long a name");
    snprintf(conf.state, sizeof conf.state, "%.*s/.portcullis/state", PATH_MAX - 32, conf.home);
  }
  if (conf.home[0] != '/' || conf.state[0] != '/' || conf.node[0] != '/' || conf.launcher[0] != '/' || conf.limit == 0 ||
      conf.spare == 0)
    refuse("the hook's configuration cannot be read");
}

#endif
