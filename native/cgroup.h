/* A control group for the command, where this account may make one; elsewhere limits and the one who watches must do. */
#ifndef PORTCULLIS_CGROUP_H
#define PORTCULLIS_CGROUP_H

#include "watch.h"

struct cgroup {
  /** Empty: there is none. Version 1 has one directory for processes and one for memory. */
  char at[2][PATH_MAX];
};

/** 0 when it cannot be written; nobody is told. */
static int try_write(const char *directory, const char *file, long long number) {
  char path[PATH_MAX + 64], text[32];
  snprintf(path, sizeof path, "%s/%s", directory, file);
  int length = snprintf(text, sizeof text, "%lld", number);
  int opened = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
  int done = opened >= 0 && write(opened, text, (size_t)length) == length;
  if (opened >= 0) close(opened);
  return done;
}

/** Where this process is, in the hierarchy of one controller; of version 2 when the name is empty. */
static int own_cgroup(const char *controller, char *path, size_t room) {
  char line[PATH_MAX];
  int found = 0;
  FILE *file = fopen("/proc/self/cgroup", "re");
  while (!found && file != NULL && fgets(line, sizeof line, file) != NULL) {
    char *first = strchr(line, ':'), *second = first == NULL ? NULL : strchr(first + 1, ':');
    if (second == NULL) continue;
    *second = 0;
    second[1 + strcspn(second + 1, "\n")] = 0;
    if (strcmp(first + 1, controller) == 0) found = snprintf(path, room, "%s", second + 1) < (int)room;
  }
  if (file != NULL) fclose(file);
  return found;
}

static int make_group(char *at, const char *parent, const char *const *files, const long long *most, int count) {
  if (snprintf(at, PATH_MAX, "%.3900s/portcullis-%d", parent, (int)getpid()) >= PATH_MAX || mkdir(at, 0755) != 0) {
    at[0] = 0;
    return 0;
  }
  for (int i = 0; i < count; i++)
    if (!try_write(at, files[i], most[i])) {
      rmdir(at);
      at[0] = 0;
      return 0;
    }
  return 1;
}

static void make_cgroup(struct cgroup *group, const struct limits *limits) {
  static const char *const both[] = {"pids.max", "memory.max"};
  const long long most[] = {limits->processes, limits->memory};
  char own[2048], parent[PATH_MAX];
  group->at[0][0] = group->at[1][0] = 0;
  if (own_cgroup("", own, sizeof own)) {
    /* A group that has processes cannot give controllers to one below it: beside it, then. */
    char *slash = strrchr(own, '/');
    if (slash != NULL) *slash = 0;
    snprintf(parent, sizeof parent, "/sys/fs/cgroup%s", own);
    if (make_group(group->at[0], parent, both, most, 2)) return;
  }
  static const char *const controllers[] = {"pids", "memory"};
  static const char *const files[] = {"pids.max", "memory.limit_in_bytes"};
  for (int i = 0; i < 2; i++)
    if (own_cgroup(controllers[i], own, sizeof own)) {
      snprintf(parent, sizeof parent, "/sys/fs/cgroup/%s%s", controllers[i], strcmp(own, "/") == 0 ? "" : own);
      make_group(group->at[i], parent, &files[i], &most[i], 1);
    }
}

/** Whether `process` is in it already: it was started by one that is. */
static int is_in_group(const char *at, pid_t process) {
  char path[64], text[8192] = "", name[64];
  snprintf(path, sizeof path, "/proc/%d/cgroup", (int)process);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file >= 0 && read(file, text, sizeof text - 1) < 0) text[0] = 0;
  if (file >= 0) close(file);
  /* Version 1 has a line for each controller: of the one whose directory this is. */
  const char *controller = strncmp(at, "/sys/fs/cgroup/pids/", 20) == 0     ? ":pids:"
                           : strncmp(at, "/sys/fs/cgroup/memory/", 22) == 0 ? ":memory:"
                                                                            : "0::";
  const char *line = strstr(text, controller);
  snprintf(name, sizeof name, "%.60s\n", strrchr(at, '/'));
  const char *found = line == NULL ? NULL : strstr(line, name);
  return found != NULL && found < strchr(line, '\n');
}

static void enter_cgroup(const struct cgroup *group, pid_t process) {
  for (int i = 0; i < 2; i++)
    if (group->at[i][0] != 0 && !is_in_group(group->at[i], process)) try_write(group->at[i], "cgroup.procs", process);
}

static void remove_cgroup(const struct cgroup *group) {
  for (int i = 0; i < 2; i++)
    for (int tries = 0; group->at[i][0] != 0 && tries < 50 && rmdir(group->at[i]) != 0 && errno == EBUSY; tries++) {
      struct timespec pause = {0, 2000000};
      nanosleep(&pause, NULL);
    }
}

#endif
