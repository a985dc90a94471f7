/*
 * The workspace and the upper layer by descriptor, and the directory inside the workspace in which everything new is made
 * whole before the first name changes.
 */
#ifndef PORTCULLIS_STAGE_H
#define PORTCULLIS_STAGE_H

#include <dirent.h>
#include <linux/openat2.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include "inside.h"
#include "record.h"

/** FICLONE. */
#define CLONE_RANGE _IOW(0x94, 9, int)

static int open_below(int at, const char *path, int flags) {
  struct open_how how = {.flags = (unsigned)(flags | O_CLOEXEC),
                         .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV};
  return (int)syscall(SYS_openat2, at, path, &how, sizeof how);
}

/** From here on only the workspace and the directory of the record can be written, whatever we are made to do. */
static void write_only_here(void) {
  char own[PATH_MAX];
  snprintf(own, sizeof own, "%s", work.record);
  char *slash = strrchr(own, '/');
  if (slash == NULL || slash == own) fail("the record has no directory");
  *slash = 0;
  const char *places[] = {work.root, own};
  int trees[2];
  struct {
    uint64_t set, clear, propagation, user;
  } only_read = {1, 0, 0, 0};
  enter_own_mounts();
  for (int i = 0; i < 2; i++)
    if ((trees[i] = (int)syscall(428 /* open_tree */, AT_FDCWD, places[i], 1 /* clone */ | O_CLOEXEC | 0x8000 /* recursive */)) < 0)
      fail("no walls can be built here: %s: %s", places[i], strerror(errno));
  if (syscall(442 /* mount_setattr */, AT_FDCWD, "/", 0x8000, &only_read, sizeof only_read) != 0)
    fail("no walls can be built here: %s", strerror(errno));
  for (int i = 0; i < 2; i++) {
    if (syscall(429 /* move_mount */, trees[i], "", AT_FDCWD, places[i], 4 /* from is empty */) != 0)
      fail("no walls can be built here: %s: %s", places[i], strerror(errno));
    close(trees[i]);
  }
}

static void open_places(void) {
  struct stat stat;
  struct open_how how = {.flags = O_PATH | O_DIRECTORY | O_CLOEXEC, .resolve = RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS};
  work.root_at = (int)syscall(SYS_openat2, AT_FDCWD, work.root, &how, sizeof how);
  if (work.root_at < 0 || fstat(work.root_at, &stat) != 0) fail("the workspace cannot be opened: %s", strerror(errno));
  if (stat.st_dev != work.device || stat.st_ino != work.inode) fail("%s is not the workspace that was judged", work.root);
  work.upper_at = (int)syscall(SYS_openat2, AT_FDCWD, work.upper, &how, sizeof how);
}

static char kept[PATH_MAX];
static int kept_root = -1, kept_at = -1;

static void close_places(void) {
  const int all[] = {kept_at, work.root_at, work.upper_at, work.stage_at};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i] >= 0) close(all[i]);
  kept_at = work.root_at = work.upper_at = work.stage_at = -1;
}

/** The directory that a path lies in, and its last name. The last one is kept open: most changes are neighbours. */
static int parent_of(int root, const char *path, const char **name) {
  char directory[PATH_MAX];
  const char *slash = strrchr(path, '/');
  *name = slash == NULL ? path : slash + 1;
  if (slash == NULL) snprintf(directory, sizeof directory, ".");
  else if (snprintf(directory, sizeof directory, "%.*s", (int)(slash - path), path) >= (int)sizeof directory) {
    errno = ENAMETOOLONG;
    return -1;
  }
  if (kept_at >= 0 && kept_root == root && strcmp(kept, directory) == 0) return kept_at;
  if (kept_at >= 0) close(kept_at);
  kept_at = open_below(root, directory, O_PATH | O_DIRECTORY);
  kept_root = root;
  snprintf(kept, sizeof kept, "%s", directory);
  return kept_at;
}

/** `-`, or inode, size, time of change and mode: what a thing was when it was judged. */
static void describe(const struct stat *stat, char into[128]) {
  int is_directory = S_ISDIR(stat->st_mode);
  snprintf(into, 128, "%llu:%lld:%lld.%09ld:%o", (unsigned long long)stat->st_ino,
           is_directory ? 0 : (long long)stat->st_size, is_directory ? 0 : (long long)stat->st_mtim.tv_sec,
           is_directory ? 0 : stat->st_mtim.tv_nsec, (unsigned)stat->st_mode);
}

static int is_as(int at, const char *name, const char *before) {
  struct stat stat;
  char now[128];
  if (fstatat(at, name, &stat, AT_SYMLINK_NOFOLLOW) != 0) return errno == ENOENT && strcmp(before, "-") == 0;
  describe(&stat, now);
  return strcmp(now, before) == 0;
}

/** Whether nothing in the tree changed since the run began. Renaming the tree changes only its root. */
static int is_old(int at, const char *name, int is_top) {
  struct stat stat;
  if (fstatat(at, name, &stat, AT_SYMLINK_NOFOLLOW) != 0) return 0;
  struct timespec when = is_top ? stat.st_mtim : stat.st_ctim;
  if (when.tv_sec > work.start || (when.tv_sec == work.start && when.tv_nsec > work.start_nanos)) return 0;
  if (!S_ISDIR(stat.st_mode)) return 1;
  int directory = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *list = directory < 0 ? NULL : fdopendir(directory);
  if (list == NULL) return 0;
  int old = 1;
  for (struct dirent *entry; old && (entry = readdir(list)) != NULL;)
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) old = is_old(dirfd(list), entry->d_name, 0);
  closedir(list);
  return old;
}

/** Of the thing itself, never of what a link names. */
static int set_mode(int at, const char *name, mode_t mode) {
  struct stat stat;
  char path[64];
  int thing = openat(at, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  if (thing < 0) return 0;
  snprintf(path, sizeof path, "/proc/self/fd/%d", thing);
  int done = fstat(thing, &stat) == 0 && !S_ISLNK(stat.st_mode) && chmod(path, mode) == 0;
  close(thing);
  return done;
}

static void remove_tree(int at, const char *name) {
  struct stat stat;
  if (fstatat(at, name, &stat, AT_SYMLINK_NOFOLLOW) != 0) return;
  if (!S_ISDIR(stat.st_mode)) {
    unlinkat(at, name, 0);
    return;
  }
  if ((stat.st_mode & 0700) != 0700) set_mode(at, name, 0700);
  int directory = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *list = directory < 0 ? NULL : fdopendir(directory);
  for (struct dirent *entry; list != NULL && (entry = readdir(list)) != NULL;)
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) remove_tree(dirfd(list), entry->d_name);
  if (list != NULL) closedir(list);
  unlinkat(at, name, AT_REMOVEDIR);
}

static void copy_part(int from, int to, off_t data, off_t end, const char *path) {
  static char part[262144];
  if (lseek(from, data, SEEK_SET) < 0 || lseek(to, data, SEEK_SET) < 0) fail("%s: %s", path, strerror(errno));
  while (data < end) {
    size_t want = end - data > (off_t)sizeof part ? sizeof part : (size_t)(end - data);
    ssize_t got = read(from, part, want);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail("%s: it became shorter", path);
    for (ssize_t sent = 0; sent < got;) {
      ssize_t one = write(to, part + sent, (size_t)(got - sent));
      if (one < 0 && errno == EINTR) continue;
      if (one <= 0) fail("%s: %s", path, strerror(errno));
      sent += one;
    }
    data += got;
  }
}

static void copy_bytes(int from, int to, const struct stat *stat, const char *path) {
  off_t size = stat->st_size;
  if (ioctl(to, CLONE_RANGE, from) == 0) return;
  if (stat->st_blocks * 512 >= size) {
    copy_part(from, to, 0, size, path);
    return;
  }
  if (ftruncate(to, size) != 0) fail("%s: %s", path, strerror(errno));
  /* Holes stay holes. */
  for (off_t at = 0; at < size;) {
    off_t data = lseek(from, at, SEEK_DATA);
    if (data < 0 && errno == ENXIO) break;
    off_t end = data < 0 ? size : lseek(from, data, SEEK_HOLE);
    if (data < 0) data = at;
    if (end < 0) end = size;
    copy_part(from, to, data, end, path);
    at = end;
  }
}

static void stage_name(size_t index, char kind, char into[32]) { snprintf(into, 32, "%c%zu", kind, index); }

static int open_staged_from(const struct change *change) {
  const char *last;
  int directory = parent_of(work.upper_at, change->from, &last);
  if (directory < 0) return -1;
  int from = openat(directory, last, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (from < 0 && errno == EACCES && set_mode(directory, last, 0600))
    from = openat(directory, last, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  return from;
}

static void stage_file(struct change *change, const char *name) {
  struct stat stat;
  int from = open_staged_from(change);
  int to = openat(work.stage_at, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (from < 0 || to < 0 || fstat(from, &stat) != 0 || !S_ISREG(stat.st_mode))
    fail("%s: %s", change->path, strerror(errno));
  copy_bytes(from, to, &stat, change->path);
  struct timespec times[2] = {stat.st_atim, stat.st_mtim};
  if (fchmod(to, change->mode & 0777) != 0 || futimens(to, times) != 0 || fstat(to, &stat) != 0)
    fail("%s: %s", change->path, strerror(errno));
  change->inode = stat.st_ino;
  begin_writing(to);
  close(from);
  close(to);
}

static void open_stage(void) {
  work.stage_at = open_below(work.root_at, work.stage, O_RDONLY | O_DIRECTORY);
  if (work.stage_at < 0) fail("%s: %s", work.stage, strerror(errno));
}

/** Attributes and access lists that the command gave a file are not carried over; 0 when one stays. */
static int drop_attributes(int file) {
  char names[4096];
  ssize_t length = flistxattr(file, names, sizeof names);
  if (length < 0) return errno == ENOTSUP;
  for (ssize_t at = 0; at < length; at += (ssize_t)strlen(names + at) + 1)
    if (fremovexattr(file, names + at) != 0) return 0;
  return 1;
}

/** Immutable, append-only, encrypted, sealed by fs-verity: what a copy would not have. */
static int has_flags(int file) {
  struct statx all;
  const unsigned long long flags = 0x10 | 0x20 | 0x800 | 0x100000;
  return statx(file, "", AT_EMPTY_PATH, STATX_TYPE, &all) != 0 || (all.stx_attributes & flags) != 0;
}

/** 0 when it has to be copied. */
static int link_file(struct change *change, const struct stat *stage, const char *name) {
  char path[64];
  struct stat stat;
  int from = open_staged_from(change), done = 0;
  if (from < 0) return 0;
  snprintf(path, sizeof path, "/proc/self/fd/%d", from);
  if (fstat(from, &stat) == 0 && S_ISREG(stat.st_mode) && stat.st_dev == stage->st_dev && stat.st_nlink == 1 &&
      stat.st_uid == stage->st_uid && stat.st_gid == stage->st_gid && !has_flags(from) && drop_attributes(from) &&
      ((stat.st_mode & 07777) == (change->mode & 0777) || fchmod(from, change->mode & 0777) == 0) &&
      linkat(AT_FDCWD, path, work.stage_at, name, AT_SYMLINK_FOLLOW) == 0) {
    begin_writing(from);
    change->inode = stat.st_ino;
    done = 1;
  }
  close(from);
  return done;
}

/**
 * Where the upper layer lies on the workspace's file system, a new file gets its second name instead of a copy. Two mounts
 * share no names, so this is done before everything else becomes read-only: by descriptors below the upper layer and the
 * directory that was just made, to names of our own.
 */
static void link_all(void) {
  struct stat stage;
  char attribute[8];
  if (is_beside("begun") || is_beside("ended")) return;
  open_places();
  remove_tree(work.root_at, work.stage);
  if (mkdirat(work.root_at, work.stage, 0700) != 0) fail("%s: %s", work.root, strerror(errno));
  open_stage();
  if (work.upper_at < 0 || fstat(work.stage_at, &stage) != 0) fail("%s: %s", work.stage, strerror(errno));
  /* What is made in this directory gets something from it (access lists, labels) that a second name would not have. */
  int inherits = flistxattr(work.stage_at, attribute, sizeof attribute) > 0 || errno == ERANGE;
  for (size_t i = 0; i < work.count; i++) {
    char name[32];
    stage_name(i, 'n', name);
    may_be_cut();
    if (work.changes[i].kind == MAKE_FILE && !inherits) link_file(&work.changes[i], &stage, name);
  }
  close_places();
}

/** Durable: the content of everything that was staged, and its names. Others' unwritten files are not waited for. */
static void sync_staged(void) {
  int done = how_synced(work.stage_at) != SYNC_ALL;
  for (size_t i = 0; done && i < work.count; i++) {
    char name[32];
    stage_name(i, 'n', name);
    if (work.changes[i].kind == MAKE_FILE) done = sync_one(work.stage_at, name);
  }
  if (done && covers(work.stage_at)) return;
  if (done ? fsync(work.stage_at) != 0 : syncfs(work.stage_at) != 0) fail("%s: %s", work.stage, strerror(errno));
}

static int is_neighbour(const char *one, const char *other) {
  const char *first = strrchr(one, '/'), *second = strrchr(other, '/');
  size_t length = first == NULL ? 0 : (size_t)(first - one);
  return length == (second == NULL ? 0 : (size_t)(second - other)) && strncmp(one, other, length) == 0;
}

/** Durable: every directory in which a name changed, and every mode. */
static void sync_changed(void) {
  enum sync how = how_synced(work.stage_at);
  int done = how != SYNC_ALL;
  if (how == SYNC_JOURNAL && covers(work.stage_at)) return;
  for (size_t i = 0; done && how == SYNC_EACH && i < work.count; i++) {
    const struct change *change = &work.changes[i];
    const char *name;
    int at = parent_of(work.root_at, change->path, &name);
    /* A directory that is gone again has nothing to be synced. */
    if (at < 0) continue;
    if (change->kind == MAKE_DIRECTORY || change->kind == SET_MODE) {
      struct stat stat;
      if (fstatat(at, name, &stat, AT_SYMLINK_NOFOLLOW) == 0) done = sync_one(at, name);
    }
    if (done && (i == 0 || !is_neighbour(change->path, work.changes[i - 1].path))) done = sync_one(at, ".");
  }
  if (done ? fsync(work.stage_at) != 0 : syncfs(work.stage_at) != 0) fail("%s: %s", work.stage, strerror(errno));
}

static void stage_all(void) {
  if (work.upper_at < 0) fail("%s: %s", work.upper, strerror(errno));
  open_stage();
  for (size_t i = 0; i < work.count; i++) {
    struct change *change = &work.changes[i];
    char name[32];
    struct stat stat;
    stage_name(i, 'n', name);
    may_be_cut();
    if (change->kind == MAKE_FILE && change->inode == 0) stage_file(change, name);
    if (change->kind == MAKE_LINK) {
      if (symlinkat(change->from, work.stage_at, name) != 0 || fstatat(work.stage_at, name, &stat, AT_SYMLINK_NOFOLLOW) != 0)
        fail("%s: %s", change->path, strerror(errno));
      change->inode = stat.st_ino;
    }
  }
  may_be_cut();
  sync_staged();
}

#endif
