/*
 * A ticket: the gate's leave to run one command behind walls, once. It names the call it was given for, the directory it
 * counts in, until when, and the plan by its digest; the key of the installation proves it.
 */
#ifndef PORTCULLIS_TICKET_H
#define PORTCULLIS_TICKET_H

#include <time.h>
#include "ask.h"
#include "plan.h"
#include "sha256.h"

#define TICKET_MARK "portcullis ticket 2"

struct ticket {
  const char *fingerprint, *session, *cwd, *plan_digest, *at;
  /** `HOME=…` of the account for which the gate judges: whose settings count is not for the client to say. */
  char *home;
  /** The program that judges what was done, with its words; it is started only when something was changed. */
  char **settle;
};

/** Every word up to the proof, each with its NUL. */
static void proof_of(const struct words *words, size_t count, const uint8_t key[32], char proof[65]) {
  size_t length = 0;
  for (size_t i = 0; i < count; i++) length += strlen(words->at[i]) + 1;
  char *text = room_for(length, 1), *at = text;
  for (size_t i = 0; i < count; i++) at = (char *)memcpy(at, words->at[i], strlen(words->at[i]) + 1) + strlen(words->at[i]) + 1;
  hmac_sha256_hex(key, 32, text, length, proof);
  free(text);
}

/** Uses the ticket at the daemon, where it is a row: 0 when we are the one that may. */
static int spend_at_daemon(const char *state, const char *id) {
  char here[PATH_MAX], directory[65], body[160];
  if (getcwd(here, sizeof here) == NULL) return NOT_DONE;
  sha256_hex(here, strlen(here), directory);
  snprintf(body, sizeof body, "{\"ticket\":\"%s\",\"directory\":\"%s\"}", id, directory);
  return ask_daemon(state, "spend", body);
}

/** Spends the ticket, whatever comes of it; one that is not whole, not ours, late or of another directory runs nothing. */
static struct ticket spend_ticket(const char *state, const char *id) {
  char path[PATH_MAX], spent[PATH_MAX], here[PATH_MAX], proof[65];
  uint8_t key[32];
  if (strlen(id) != 24 || strspn(id, "0123456789abcdef") != 24) fail("that is no ticket");
  snprintf(path, sizeof path, "%s/contained/tickets/%s", state, id);
  snprintf(spent, sizeof spent, "%s/contained/tickets/%s.spent", state, id);
  read_key(state, key);
  /* One rename succeeds, however many try. A ticket of a daemon has no file before that daemon says that it is ours. */
  if (rename(path, spent) != 0) {
    int told = errno == ENOENT ? spend_at_daemon(state, id) : NOBODY_THERE;
    if (told == NOBODY_THERE)
      fail("this ticket was used already, or was never given, or whoever gave it is gone: nothing was run");
    if (told == NOT_SETTLED) fail("whether this ticket may be used cannot be known: nothing was run");
    if (told != 0) _exit(NOT_DONE);
    if (rename(path, spent) != 0) fail("this ticket was used already: nothing was run");
  }
  struct words words = read_words(spent);
  unlink(spent);
  /* mark id fingerprint session cwd until plan-digest run home settle… mac PROOF done */
  if (words.count < 13 || strcmp(words.at[0], TICKET_MARK) != 0 || strcmp(words.at[words.count - 3], "mac") != 0)
    fail("the ticket cannot be read: nothing was run");
  proof_of(&words, words.count - 3, key, proof);
  if (!is_same(proof, words.at[words.count - 2]) || strcmp(words.at[1], id) != 0)
    fail("the ticket is not proven to be the gate's: nothing was run");
  if (number_of(words.at[5]) < (long long)time(NULL)) fail("the ticket is too old: nothing was run");
  if (getcwd(here, sizeof here) == NULL || strcmp(here, words.at[4]) != 0)
    fail("the ticket counts in %s, and this is another directory: nothing was run", words.at[4]);
  if (strncmp(words.at[8], "HOME=/", 6) != 0) fail("the ticket cannot be read: nothing was run");
  struct ticket ticket = {words.at[2], words.at[3], words.at[4], words.at[6], words.at[7], words.at[8], words.at + 9};
  words.at[words.count - 3] = NULL;
  return ticket;
}

#endif
