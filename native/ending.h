/* How the hook ends: with the gate's answer, or in the one shape that every agent reads as a block. */
#ifndef PORTCULLIS_ENDING_H
#define PORTCULLIS_ENDING_H

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

/** Only watching: nothing is ever held up. Known only once the configuration is read; until then it blocks. */
static volatile sig_atomic_t observe = 0;
static volatile pid_t child = 0;
/** What a deadline that passes now means. */
static const char *volatile late = "the hook did not start in time";

/** What a person runs to find out; the configuration says how it is called here. */
static char doctor[PATH_MAX + 64] = "portcullis doctor";

static void say(int to, const char *text, size_t length) {
  while (length > 0) {
    ssize_t sent = write(to, text, length);
    if (sent <= 0) return;
    text += sent;
    length -= (size_t)sent;
  }
}

/** Safe in a signal handler. */
static void refuse(const char *because) {
  static const char before[] = "portcullis: ";
  static const char after[] = "; calls are blocked until this is fixed (run: ";
  static const char last[] = ")\n";
  if (child > 0) kill(child, SIGKILL);
  if (observe) _exit(0);
  say(2, before, sizeof before - 1);
  say(2, because, strlen(because));
  say(2, after, sizeof after - 1);
  say(2, doctor, strlen(doctor));
  say(2, last, sizeof last - 1);
  _exit(2);
}

static void on_signal(int signal) {
  refuse(signal == SIGALRM ? late
         : signal == SIGHUP || signal == SIGINT || signal == SIGTERM || signal == SIGQUIT
             ? "the hook was stopped from outside"
             : "the hook failed");
}

/** Death by a signal is taken by most agents for leave to go on. */
static void take_signals(void) {
  static const int all[] = {SIGHUP, SIGINT,  SIGTERM, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU,
                            SIGABRT, SIGSEGV, SIGBUS,  SIGFPE,  SIGILL,  SIGVTALRM, SIGPROF, SIGSYS};
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigfillset(&action.sa_mask);
  action.sa_handler = on_signal;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) sigaction(all[i], &action, NULL);
  action.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &action, NULL);
  sigaction(SIGXFSZ, &action, NULL);
  action.sa_handler = SIG_DFL;
  sigaction(SIGCHLD, &action, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

/** From now on, so many seconds, and what it means when they are over. */
static void deadline(int seconds, const char *because) {
  late = because;
  alarm((unsigned)seconds);
}

/** Descriptors 0 to 2 are always there, so that nothing we open is taken for one of them. */
static void hold_descriptors(void) {
  for (int fd = 0; fd <= 2; fd++)
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 0 ? O_RDONLY : O_WRONLY) != fd) _exit(2);
}

#endif
