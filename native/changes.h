/*
 * What lies in the upper layer of an overlay, in words on standard output. For each change: its kind, its path, mode,
 * size and time, what is below it in the lower layer, and whether that changed since the run began.
 */
#ifndef PORTCULLIS_CHANGES_H
#define PORTCULLIS_CHANGES_H

#include <sys/sysmacros.h>
#include <sys/xattr.h>
#include "commit.h"

static void say_word(const char *word) { fwrite(word, strlen(word) + 1, 1, stdout); }

static void say_change(const char *kind, const char *path, const struct stat *stat, const char *before, const char *meanwhile,
                       const char *target) {
  char mode[16], size[32], time[48];
  snprintf(mode, sizeof mode, "%o", (unsigned)(stat->st_mode & 07777));
  snprintf(size, sizeof size, "%lld", (long long)stat->st_size);
  snprintf(time, sizeof time, "%lld.%09ld", (long long)stat->st_mtim.tv_sec, stat->st_mtim.tv_nsec);
  const char *words[] = {kind, path, mode, size, time, before, meanwhile, target};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) say_word(words[i]);
}

/** What the kernel keeps about an entry of the upper layer. Nothing inside the walls can write these names. */
static int has_mark(int entry, const char *name, const char *wanted) {
  char path[64], value[8] = "";
  snprintf(path, sizeof path, "/proc/self/fd/%d", entry);
  ssize_t length = getxattr(path, name, value, sizeof value - 1);
  if (wanted == NULL) return length >= 0 || errno == ERANGE;
  return length == (ssize_t)strlen(wanted) && strcmp(value, wanted) == 0;
}

/** Of a directory that goes, everything in it counts. */
static const char *meanwhile_at(int below, const char *name, int was) {
  return !was || is_old(below, name, 0) ? "same" : "changed";
}

/**
 * A file of the lower layer that was written, and is no longer there below: renamed by the command, or removed by somebody
 * else meanwhile. Then the directory it was in changed, too.
 */
static int was_removed(int below, int entry) {
  struct stat stat;
  if (below < 0 || fstat(below, &stat) != 0 || !has_mark(entry, "user.overlay.origin", NULL)) return 0;
  return stat.st_mtim.tv_sec > work.start || (stat.st_mtim.tv_sec == work.start && stat.st_mtim.tv_nsec > work.start_nanos);
}

/** One level of both layers. `below` is the same directory in the lower layer, -1 when there is none. */
static void list_level(int upper, int below, const char *prefix, int depth) {
  DIR *list = fdopendir(upper);
  if (list == NULL || depth > 400) fail("%s cannot be read", prefix);
  for (struct dirent *found; (found = readdir(list)) != NULL;) {
    const char *name = found->d_name;
    struct stat stat, lower;
    char path[PATH_MAX], before[128] = "-", target[PATH_MAX] = "";
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) continue;
    if (snprintf(path, sizeof path, "%s%s%s", prefix, *prefix ? "/" : "", name) >= (int)sizeof path)
      fail("%s: its name is too long", prefix);
    int entry = openat(dirfd(list), name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (entry < 0 || fstat(entry, &stat) != 0) fail("%s: %s", path, strerror(errno));
    int was = below >= 0 && fstatat(below, name, &lower, AT_SYMLINK_NOFOLLOW) == 0;
    if (was) describe(&lower, before);
    int was_directory = was && S_ISDIR(lower.st_mode);
    if (S_ISCHR(stat.st_mode) && stat.st_rdev == makedev(0, 0)) {
      if (was) say_change("delete", path, &lower, before, meanwhile_at(below, name, was), was_directory ? "directory" : "");
    } else if (S_ISDIR(stat.st_mode)) {
      int is_merged = was_directory && !has_mark(entry, "user.overlay.opaque", "y");
      if (was && !is_merged) say_change("delete", path, &lower, before, meanwhile_at(below, name, was), was_directory ? "directory" : "");
      if (!is_merged) say_change("directory", path, &stat, "-", "same", "");
      else if ((lower.st_mode & 07777) != (stat.st_mode & 07777))
        say_change("mode", path, &stat, before, "same", "");
      if ((stat.st_mode & 0700) != 0700 && !set_mode(dirfd(list), name, 0700)) fail("%s: %s", path, strerror(errno));
      int inner = openat(dirfd(list), name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      if (inner < 0) fail("%s: %s", path, strerror(errno));
      int under = is_merged ? openat(below, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
      list_level(inner, under, path, depth + 1);
      if (under >= 0) close(under);
    } else if (S_ISREG(stat.st_mode)) {
      /* It was there when the run began, and somebody removed it meanwhile. */
      const char *meanwhile = !was && was_removed(below, entry) ? "changed" : meanwhile_at(below, name, was);
      if ((stat.st_mode & 0400) == 0 && !set_mode(dirfd(list), name, 0600)) fail("%s: %s", path, strerror(errno));
      say_change("file", path, &stat, before, meanwhile, was_directory ? "directory" : "");
    } else if (S_ISLNK(stat.st_mode)) {
      ssize_t length = readlinkat(entry, "", target, sizeof target - 1);
      if (length < 0) fail("%s: %s", path, strerror(errno));
      target[length] = 0;
      say_change("link", path, &stat, before, meanwhile_at(below, name, was), target);
    } else say_change("other", path, &stat, before, meanwhile_at(below, name, was), "");
    close(entry);
  }
  closedir(list);
}

/** changes UPPER LOWER START: START is a file that was made when the run began. */
static int changes(const char *upper, const char *lower, const char *start) {
  struct stat stat;
  struct open_how how = {.flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC, .resolve = RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS};
  if (lstat(start, &stat) != 0) fail("%s: %s", start, strerror(errno));
  work.start = stat.st_mtim.tv_sec, work.start_nanos = stat.st_mtim.tv_nsec;
  int upper_at = (int)syscall(SYS_openat2, AT_FDCWD, upper, &how, sizeof how);
  int lower_at = (int)syscall(SYS_openat2, AT_FDCWD, lower, &how, sizeof how);
  if (upper_at < 0 || lower_at < 0) fail("%s: %s", upper_at < 0 ? upper : lower, strerror(errno));
  list_level(upper_at, lower_at, "", 0);
  say_word("done");
  return fflush(stdout) == 0 ? 0 : NOT_DONE;
}

#endif
