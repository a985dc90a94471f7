/*
 * What is to be committed, as it was judged, and the notes beside it that say how far the commit came: each is there as a
 * whole or not at all, also after the power went.
 */
#ifndef PORTCULLIS_RECORD_H
#define PORTCULLIS_RECORD_H

#include <signal.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include "plan.h"

enum kind { MAKE_DIRECTORY, MAKE_FILE, MAKE_LINK, DELETE, SET_MODE };

struct change {
  enum kind kind;
  const char *path, *from, *before;
  mode_t mode;
  /** Of what was staged for it; 0 for changes that stage nothing. */
  unsigned long long inode;
};

static struct {
  const char *root, *upper, *stage, *record;
  unsigned long long device, inode;
  /** Seconds and nanoseconds: whatever changed later, changed meanwhile. */
  long long start, start_nanos;
  struct change *changes;
  size_t count;
  int root_at, stage_at, upper_at;
  long die_at, step;
} work;

/** A place at which everything may be cut off; tests cut at each. */
static void may_be_cut(void) {
  if (work.die_at > 0 && ++work.step == work.die_at) kill(getpid(), SIGKILL);
}

static void read_record(const char *path) {
  struct words words = read_words(path);
  work.record = path;
  work.changes = room_for(words.count, sizeof *work.changes);
  for (size_t i = 0; i + 1 < words.count; i++) {
    char **given = words.at + i + 1;
    size_t left = words.count - 2 - i;
    struct change *change = &work.changes[work.count];
    if (strcmp(words.at[i], "root") == 0 && left >= 3) {
      work.root = given[0];
      work.device = (unsigned long long)number_of(given[1]);
      work.inode = (unsigned long long)number_of(given[2]);
      i += 3;
      continue;
    }
    if (strcmp(words.at[i], "upper") == 0 && left >= 1) {
      work.upper = given[0], i += 1;
      continue;
    }
    if (strcmp(words.at[i], "stage") == 0 && left >= 1) {
      work.stage = given[0], i += 1;
      continue;
    }
    if (strcmp(words.at[i], "start") == 0 && left >= 2) {
      work.start = number_of(given[0]), work.start_nanos = number_of(given[1]), i += 2;
      continue;
    }
    if (strcmp(words.at[i], "directory") == 0 && left >= 2)
      *change = (struct change){MAKE_DIRECTORY, given[0], NULL, "-", (mode_t)number_of(given[1]), 0}, i += 2;
    else if (strcmp(words.at[i], "file") == 0 && left >= 3)
      *change = (struct change){MAKE_FILE, given[0], given[0], given[2], (mode_t)number_of(given[1]), 0}, i += 3;
    else if (strcmp(words.at[i], "link") == 0 && left >= 3)
      *change = (struct change){MAKE_LINK, given[0], given[1], given[2], 0, 0}, i += 3;
    else if (strcmp(words.at[i], "delete") == 0 && left >= 2)
      *change = (struct change){DELETE, given[0], NULL, given[1], 0, 0}, i += 2;
    else if (strcmp(words.at[i], "mode") == 0 && left >= 3)
      *change = (struct change){SET_MODE, given[0], NULL, given[2], (mode_t)number_of(given[1]), 0}, i += 3;
    else fail("the record says what is not known: %s", words.at[i]);
    work.count++;
  }
  if (work.root == NULL || work.upper == NULL || work.stage == NULL || strchr(work.stage, '/') != NULL ||
      strncmp(work.stage, ".portcullis-", 12) != 0)
    fail("the record is not complete");
}

/**
 * What makes a change durable. A journal is written in order: one sync of a directory takes every name, mode and size with
 * it that changed before, when the content is on the disk already. Where that is not known, each file is synced, and on
 * file systems that make much of that, everything is.
 */
enum sync { SYNC_JOURNAL, SYNC_EACH, SYNC_ALL };

static enum sync look_how_synced(int at, dev_t number) {
  struct statfs about;
  char device[64], disk[PATH_MAX], journal[PATH_MAX + 64];
  if (fstatfs(at, &about) != 0) return SYNC_ALL;
  if ((unsigned long)about.f_type == 0x58465342 /* xfs */ || (unsigned long)about.f_type == 0x01021994 /* tmpfs */) return SYNC_EACH;
  if ((unsigned long)about.f_type != 0xEF53 /* ext2, ext3, ext4 */) return SYNC_ALL;
  snprintf(device, sizeof device, "/sys/dev/block/%u:%u", major(number), minor(number));
  ssize_t length = readlink(device, disk, sizeof disk - 1);
  if (length <= 0) return SYNC_EACH;
  disk[length] = 0;
  char *name = strrchr(disk, '/');
  snprintf(journal, sizeof journal, "/sys/fs/ext4/%s/journal_task", name == NULL ? disk : name + 1);
  return access(journal, F_OK) == 0 ? SYNC_JOURNAL : SYNC_EACH;
}

static enum sync how_synced(int at) {
  static dev_t number;
  static enum sync known = SYNC_ALL;
  struct stat stat;
  if (fstat(at, &stat) != 0) return SYNC_ALL;
  if (number != stat.st_dev) number = stat.st_dev, known = look_how_synced(at, number);
  return known;
}

/** So that the disk is busy while the next file is made; nothing waits for it here. */
static void begin_writing(int file) {
  if (sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WRITE) != 0) errno = 0;
}

/** The content is on the disk, and on most file systems the rest with it. */
static int sync_content(int file) {
  if (how_synced(file) != SYNC_JOURNAL) return fsync(file) == 0;
  return sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER) == 0;
}

/** 0 when it cannot be opened: then everything has to be synced. */
static int sync_one(int at, const char *name) {
  int file = openat(at, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return 0;
  int done = sync_content(file);
  close(file);
  return done;
}

static int open_record_directory(void) {
  char directory[PATH_MAX];
  snprintf(directory, sizeof directory, "%s", work.record);
  *strrchr(directory, '/') = 0;
  int at = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (at < 0) fail("%s: %s", directory, strerror(errno));
  return at;
}

/** Whether the next note beside the record is durable only together with everything that was done there before. */
static int covers(int at) {
  struct stat here, there;
  int directory = open_record_directory();
  int same = fstat(at, &here) == 0 && fstat(directory, &there) == 0 && here.st_dev == there.st_dev;
  close(directory);
  return same && how_synced(at) == SYNC_JOURNAL;
}

/** Text beside the record that is there as a whole or not at all, also after the power went. */
static void write_beside(const char *suffix, const char *text, size_t length) {
  char path[PATH_MAX], scratch[PATH_MAX];
  if (snprintf(path, sizeof path, "%s.%s", work.record, suffix) >= (int)sizeof path ||
      snprintf(scratch, sizeof scratch, "%s.%s.part", work.record, suffix) >= (int)sizeof scratch)
    fail("the name of the record is too long");
  unlink(scratch);
  int file = open(scratch, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0 || write(file, text, length) != (ssize_t)length || !sync_content(file)) fail("%s: %s", scratch, strerror(errno));
  close(file);
  may_be_cut();
  if (rename(scratch, path) != 0) fail("%s: %s", path, strerror(errno));
  int at = open_record_directory();
  if (fsync(at) != 0) fail("%s: %s", path, strerror(errno));
  close(at);
}

static int is_beside(const char *suffix) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s.%s", work.record, suffix);
  return access(path, F_OK) == 0;
}

/** The first word of what lies beside the record; empty when nothing does. */
static char *read_beside(const char *suffix) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s.%s", work.record, suffix);
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  struct stat stat;
  if (file < 0) return NULL;
  if (fstat(file, &stat) != 0) fail("%s: %s", path, strerror(errno));
  char *text = room_for((size_t)stat.st_size + 1, 1);
  if (read(file, text, (size_t)stat.st_size) != stat.st_size) fail("%s cannot be read", path);
  close(file);
  return text;
}

static void write_begun(void) {
  size_t room = work.count * 24 + 16, length = 0;
  char *text = room_for(room, 1);
  for (size_t i = 0; i < work.count; i++)
    length += (size_t)snprintf(text + length, room - length, "%llu\n", work.changes[i].inode);
  length += (size_t)snprintf(text + length, room - length, "end\n");
  write_beside("begun", text, length);
  free(text);
}

static void read_begun(char *text) {
  for (size_t i = 0; i < work.count; i++) {
    work.changes[i].inode = strtoull(text, &text, 10);
    if (*text++ != '\n') fail("what was begun cannot be read");
  }
  if (strcmp(text, "end\n") != 0) fail("what was begun cannot be read");
}

#endif
