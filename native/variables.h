/*
 * Variables of whoever uses a ticket: the plan names those that may pass. Their values are not known when it is written, so
 * they are looked at here, and only what is plain passes: whatever could be a secret stays outside.
 */
#ifndef PORTCULLIS_VARIABLES_H
#define PORTCULLIS_VARIABLES_H

#include <ctype.h>
#include <strings.h>
#include "plan.h"

extern char **environ;

#define MOST_VALUE 16384
/** A run of letters and digits that is as long as this, with both in it, is no word; one of the other length is none at all. */
#define LONG_RUN 16
#define LONGEST_RUN 32

/** What stands beside a secret, whatever its own shape is. `://` and `@`: an address may have a password in it. */
static const char *const TELLING[] = {"://",    "@",     "passw", "passphrase", "token",  "secret", "credential", "api_key", "apikey",
                                      "api-key", "auth", "cookie", "bearer",     "private", "key=",   "key:",       "pwd=",    "-p "};

static int holds(const char *value, const char *word) {
  size_t length = strlen(word);
  for (; *value != 0; value++)
    if (strncasecmp(value, word, length) == 0) return 1;
  return 0;
}

/** `never`: pieces of which every secret with a maker's shape has one. */
static int is_plain(const char *value, const struct list *never) {
  size_t run = 0, digits = 0;
  if (strlen(value) > MOST_VALUE) return 0;
  for (size_t i = 0; i < sizeof TELLING / sizeof *TELLING; i++)
    if (holds(value, TELLING[i])) return 0;
  for (size_t i = 0; i < never->count; i++)
    if (strstr(value, never->at[i]) != NULL) return 0;
  for (const unsigned char *at = (const unsigned char *)value; *at != 0; at++) {
    if (iscntrl(*at)) return 0;
    if (!isalnum(*at)) run = digits = 0;
    else run++, digits += isdigit(*at) != 0;
    if (run >= LONGEST_RUN || (run >= LONG_RUN && digits > 0 && digits < run)) return 0;
  }
  return 1;
}

static const char *value_here(const char *name, size_t length) {
  for (char **at = environ; at != NULL && *at != NULL; at++)
    if (strncmp(*at, name, length) == 0 && (*at)[length] == '=') return *at + length + 1;
  return NULL;
}

/**
 * `client`: `NAME`, or `NAME=value` with the value that the gate has itself and has looked at. What the client has not set is
 * not set; only without a search path nothing could run.
 */
static void take_variables(const struct list *client, const struct list *never, struct list *environment) {
  for (size_t i = 0; i < client->count; i++) {
    const char *own = strchr(client->at[i], '='), *name = client->at[i];
    size_t length = own == NULL ? strlen(name) : (size_t)(own - name);
    const char *value = value_here(name, length);
    int is_path = length == 4 && strncmp(name, "PATH", 4) == 0;
    if (value == NULL || (!(own != NULL && strcmp(own + 1, value) == 0) && !is_plain(value, never)))
      value = is_path && own != NULL ? own + 1 : NULL;
    if (value == NULL) continue;
    char *variable = room_for(length + strlen(value) + 2, 1);
    memcpy(variable, name, length);
    variable[length] = '=';
    strcpy(variable + length + 1, value);
    add(environment, variable);
  }
}

#endif
