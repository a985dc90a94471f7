/*
 * The proxy of a contained command: the words of the plan, started outside the walls when something inside first connects,
 * and ended with the command. It has the listening socket as descriptor 3 and says on its standard output what came of it.
 */
#ifndef PORTCULLIS_PROXY_H
#define PORTCULLIS_PROXY_H

#include "watch.h"

struct proxy {
  /** The listener, until somebody serves it; then what that one says. */
  int door, says;
  pid_t process;
};

/** What cannot be started leaves the door shut: whoever connects is refused. */
static void start_proxy(struct proxy *proxy, const struct list *words) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) == 0) {
    pid_t runner = getpid();
    if ((proxy->process = fork()) == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
      int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
      /* Both above what they become, so that neither is overwritten. */
      int door = fcntl(proxy->door, F_DUPFD_CLOEXEC, 10), says = fcntl(ends[1], F_DUPFD_CLOEXEC, 10);
      sigset_t none;
      sigemptyset(&none);
      if (getppid() != runner || nothing < 0 || dup2(nothing, 0) != 0 || dup2(says, 1) != 1 || dup2(nothing, 2) != 2 ||
          dup2(door, 3) != 3 || syscall(SYS_close_range, 4u, ~0u, 0u) != 0)
        _exit(NOT_DONE);
      /* Signals for the command are not for the proxy: it ends with us. */
      setsid();
      signal(SIGPIPE, SIG_DFL);
      signal(SIGCHLD, SIG_DFL);
      sigprocmask(SIG_SETMASK, &none, NULL);
      /* Whoever started us is behind the gate: no variable of theirs makes it load something. */
      static char *const nothing_else[] = {"PATH=/usr/local/bin:/usr/bin:/bin", NULL};
      execve(words->at[0], words->at, nothing_else);
      _exit(NOT_DONE);
    }
    close(ends[1]);
    if (proxy->process > 0) proxy->says = ends[0];
    else close(ends[0]);
  }
  close(proxy->door);
  proxy->door = -1;
}

/** Something outside was reached: what a run did is judged then, whatever it changed. */
static int reached_any;

/** `reached HOST PORT` or `connect HOST PORT`, a line each. */
static void hear_proxy(struct proxy *proxy) {
  static char kept[4096];
  static size_t length;
  ssize_t got = read(proxy->says, kept + length, sizeof kept - 1 - length);
  if (got <= 0) {
    if (got < 0 && errno == EINTR) return;
    close(proxy->says);
    proxy->says = -1;
    return;
  }
  length += (size_t)got;
  kept[length] = 0;
  char *line = kept;
  for (char *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
    char kind[16], host[256], port[8];
    *end = 0;
    if (sscanf(line, "%15s %255s %7s", kind, host, port) != 3) continue;
    const char *words[2] = {host, port};
    if (strcmp(kind, "reached") == 0) reached_any = 1, note("reached", words, 2);
    if (strcmp(kind, "connect") == 0) note_host(words);
  }
  length = strlen(line);
  memmove(kept, line, length + 1);
  if (length + 1 >= sizeof kept) length = 0;
}

/** Everything it said before is still heard. */
static void end_proxy(struct proxy *proxy) {
  if (proxy->door >= 0) close(proxy->door);
  proxy->door = -1;
  if (proxy->process > 0) kill(proxy->process, SIGKILL);
  while (proxy->says >= 0) hear_proxy(proxy);
}

#endif
