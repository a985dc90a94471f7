/*
 * How a run of the gate's is settled: the daemon judges what was changed. Where nobody listens, a process of our own does.
 */
#ifndef PORTCULLIS_SETTLE_H
#define PORTCULLIS_SETTLE_H

#include "ask.h"

/** How the command ends; NOBODY_THERE: no daemon answered; NOT_SETTLED: one did, and nothing was written. */
static int settle_by_daemon(const char *state, const char *run, int code) {
  char about[32], body[32];
  snprintf(about, sizeof about, "%.12s/settle", run);
  snprintf(body, sizeof body, "{\"exit\":%d}", code);
  int settled = ask_daemon(state, about, body);
  if (settled == NOT_SETTLED) dprintf(2, "portcullis: what it changed could not be judged: nothing was written\n");
  return settled;
}

#endif
