/*
 * What is to be done, as the gate wrote it down: a file of words, each ended by a NUL. A word of the table below is
 * followed by as many words as it takes; the last word is `done`, so that half a plan is no plan.
 */
#ifndef PORTCULLIS_PLAN_H
#define PORTCULLIS_PLAN_H

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_PLAN (64u * 1024 * 1024)
/** What we end with when nothing was run, or nothing was changed: no program's own code says so. */
#define NOT_DONE 125

static void fail(const char *format, ...) {
  char text[2048];
  va_list words;
  va_start(words, format);
  int length = vsnprintf(text, sizeof text, format, words);
  va_end(words);
  if (length > (int)sizeof text - 1) length = sizeof text - 1;
  if (length > 0) dprintf(2, "portcullis: %s\n", text);
  _exit(NOT_DONE);
}

static void *room_for(size_t count, size_t size) {
  void *room = calloc(count == 0 ? 1 : count, size);
  if (room == NULL) fail("there is no memory");
  return room;
}

struct words {
  char **at;
  size_t count;
  /** All of it, as it was read. */
  const char *text;
  size_t length;
};

/** The file must be ours alone: whoever can write a plan decides what runs and what is written. */
static struct words read_words(const char *path) {
  struct stat stat;
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0 || fstat(file, &stat) != 0) fail("%s cannot be read: %s", path, strerror(errno));
  if (!S_ISREG(stat.st_mode) || stat.st_uid != geteuid() || (stat.st_mode & 022) != 0)
    fail("%s is not ours alone", path);
  if (stat.st_size <= 0 || stat.st_size > (off_t)MOST_PLAN) fail("%s is not a plan", path);
  size_t length = (size_t)stat.st_size, got = 0;
  char *text = room_for(length + 1, 1);
  while (got < length) {
    ssize_t part = read(file, text + got, length - got);
    if (part < 0 && errno == EINTR) continue;
    if (part <= 0) fail("%s cannot be read", path);
    got += (size_t)part;
  }
  close(file);
  if (text[length - 1] != 0) fail("%s is not complete", path);
  struct words words = {NULL, 0, text, length};
  for (size_t i = 0; i < length; i++) words.count += text[i] == 0;
  words.at = room_for(words.count + 1, sizeof *words.at);
  char *next = text;
  for (size_t i = 0; i < words.count; i++) {
    words.at[i] = next;
    next += strlen(next) + 1;
  }
  if (strcmp(words.at[words.count - 1], "done") != 0) fail("%s is not complete", path);
  return words;
}

static long long number_of(const char *word) {
  char *end;
  errno = 0;
  long long number = strtoll(word, &end, 10);
  if (errno != 0 || *word == 0 || *end != 0) fail("not a number: %s", word);
  return number;
}

/** A list that grows and always ends with NULL. */
struct list {
  char **at;
  size_t count, room;
};

static void add(struct list *list, const char *word) {
  if (list->count + 1 >= list->room) {
    list->room = list->room == 0 ? 64 : list->room * 2;
    list->at = realloc(list->at, list->room * sizeof *list->at);
    if (list->at == NULL) fail("there is no memory");
  }
  list->at[list->count++] = (char *)word;
  list->at[list->count] = NULL;
}

#endif
