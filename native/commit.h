/*
 * What a contained run changed becomes the workspace's, all of it or nothing. The record says what was there before each
 * change, as it was judged; whatever is different now is a conflict, and everything goes back.
 *
 *   1 every new file is made whole in a directory of our own inside the workspace   (a cut: that directory is removed)
 *   2 RECORD.begun says so, durably                                                 (a cut from here on: it is completed)
 *   3 each change is one rename, an exchange where something was there: what was is kept until the end
 *   4 RECORD.ended says how it ended, durably; then what was replaced goes
 *
 * No link is followed and no mount crossed: directories are opened below the workspace's own descriptor.
 */
#ifndef PORTCULLIS_COMMIT_H
#define PORTCULLIS_COMMIT_H

#include "stage.h"

#define CONFLICT 3
#ifndef RENAME_NOREPLACE
#define RENAME_NOREPLACE 1
#define RENAME_EXCHANGE 2
#endif

static int is_inode(int at, const char *name, unsigned long long inode) {
  struct stat stat;
  return inode != 0 && fstatat(at, name, &stat, AT_SYMLINK_NOFOLLOW) == 0 && stat.st_ino == inode;
}

/** 0 when something else is there than what was judged. What was done already stays done. */
static int apply(size_t index) {
  struct change *change = &work.changes[index];
  char fresh[32], old[32];
  const char *name;
  struct stat stat;
  stage_name(index, 'n', fresh);
  stage_name(index, 'o', old);
  int at = parent_of(work.root_at, change->path, &name);
  if (at < 0) return 0;
  switch (change->kind) {
  case MAKE_DIRECTORY:
    if (mkdirat(at, name, 0700) == 0) return set_mode(at, name, change->mode & 0777);
    return errno == EEXIST && fstatat(at, name, &stat, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(stat.st_mode);
  case MAKE_FILE:
  case MAKE_LINK:
    if (is_inode(at, name, change->inode)) return 1;
    if (!is_as(at, name, change->before)) return 0;
    if (strcmp(change->before, "-") == 0)
      return syscall(SYS_renameat2, work.stage_at, fresh, at, name, RENAME_NOREPLACE) == 0;
    if (syscall(SYS_renameat2, work.stage_at, fresh, at, name, RENAME_EXCHANGE) != 0) return 0;
    if (is_as(work.stage_at, fresh, change->before) &&
        (fstatat(work.stage_at, fresh, &stat, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISDIR(stat.st_mode) ||
         is_old(work.stage_at, fresh, 1)))
      return 1;
    /* Somebody wrote between the look and the exchange. */
    syscall(SYS_renameat2, work.stage_at, fresh, at, name, RENAME_EXCHANGE);
    return 0;
  case DELETE:
    if (fstatat(work.stage_at, old, &stat, AT_SYMLINK_NOFOLLOW) == 0) return 1;
    if (!is_as(at, name, change->before)) return 0;
    if (syscall(SYS_renameat2, at, name, work.stage_at, old, RENAME_NOREPLACE) != 0) return 0;
    if (is_as(work.stage_at, old, change->before) && is_old(work.stage_at, old, 1))
      return 1;
    syscall(SYS_renameat2, work.stage_at, old, at, name, RENAME_NOREPLACE);
    return 0;
  case SET_MODE:
    if (fstatat(at, name, &stat, AT_SYMLINK_NOFOLLOW) != 0) return 0;
    if ((stat.st_mode & 07777) == (change->mode & 0777)) return 1;
    return is_as(at, name, change->before) && set_mode(at, name, change->mode & 0777);
  }
  return 0;
}

static void take_back(size_t index) {
  struct change *change = &work.changes[index];
  char fresh[32], old[32];
  const char *name;
  struct stat stat;
  stage_name(index, 'n', fresh);
  stage_name(index, 'o', old);
  int at = parent_of(work.root_at, change->path, &name);
  if (at < 0) return;
  switch (change->kind) {
  case MAKE_DIRECTORY:
    /* Only when it is empty: what somebody else put into it stays. */
    unlinkat(at, name, AT_REMOVEDIR);
    return;
  case MAKE_FILE:
  case MAKE_LINK:
    if (!is_inode(at, name, change->inode)) return;
    if (strcmp(change->before, "-") == 0) syscall(SYS_renameat2, at, name, work.stage_at, fresh, RENAME_NOREPLACE);
    else syscall(SYS_renameat2, work.stage_at, fresh, at, name, RENAME_EXCHANGE);
    return;
  case DELETE:
    if (fstatat(work.stage_at, old, &stat, AT_SYMLINK_NOFOLLOW) == 0)
      syscall(SYS_renameat2, work.stage_at, old, at, name, RENAME_NOREPLACE);
    return;
  case SET_MODE: {
    unsigned mode;
    const char *last = strrchr(change->before, ':');
    if (last != NULL && sscanf(last + 1, "%o", &mode) == 1) set_mode(at, name, mode & 07777);
    return;
  }
  }
}

static int take_all_back(size_t count) {
  for (size_t i = count; i > 0; i--) {
    may_be_cut();
    take_back(i - 1);
  }
  sync_changed();
  write_beside("ended", "undone", 6);
  may_be_cut();
  remove_tree(work.root_at, work.stage);
  return CONFLICT;
}

/** Ends with 0 when everything is there, 3 when nothing is (a conflict), 125 when it has to be tried again. */
static int commit(const char *path, const char *die_at) {
  umask(077);
  read_record(path);
  work.die_at = number_of(die_at);
  link_all();
  write_only_here();
  open_places();
  char *ended = read_beside("ended"), *begun = read_beside("begun");
  if (ended != NULL) {
    remove_tree(work.root_at, work.stage);
    return strcmp(ended, "committed") == 0 ? 0 : CONFLICT;
  }
  if (begun != NULL) {
    open_stage();
    read_begun(begun);
    char *undoing = read_beside("undoing");
    if (undoing != NULL) return take_all_back(work.count);
  } else {
    stage_all();
    may_be_cut();
    write_begun();
  }
  for (size_t i = 0; i < work.count; i++) {
    may_be_cut();
    if (apply(i)) continue;
    dprintf(2, "portcullis: %s changed meanwhile; nothing was committed\n", work.changes[i].path);
    /* Once it goes back it goes all the way back, whoever cuts it off. */
    write_beside("undoing", "undoing", 7);
    return take_all_back(work.count);
  }
  may_be_cut();
  sync_changed();
  may_be_cut();
  write_beside("ended", "committed", 9);
  may_be_cut();
  remove_tree(work.root_at, work.stage);
  return 0;
}

/** A commit that was cut off goes back; one that never began leaves nothing. */
static int undo(const char *path, const char *die_at) {
  umask(077);
  read_record(path);
  work.die_at = number_of(die_at);
  write_only_here();
  open_places();
  char *ended = read_beside("ended"), *begun = read_beside("begun");
  if (ended != NULL || begun == NULL) {
    remove_tree(work.root_at, work.stage);
    return ended != NULL && strcmp(ended, "committed") == 0 ? 0 : CONFLICT;
  }
  open_stage();
  read_begun(begun);
  write_beside("undoing", "undoing", 7);
  return take_all_back(work.count);
}

#endif
