/*
 * Runs a command behind walls, and carries what it changed to where it belongs once that was decided:
 *
 *   portcullis-run run PLAN          the command of the plan, with its exit code and streams
 *   portcullis-run ticket STATE ID   the command that this ticket was given for, once
 *   portcullis-run changes UPPER LOWER START   what it changed, in words
 *   portcullis-run commit RECORD     what a contained run changed, into the workspace: all of it or nothing
 *   portcullis-run undo RECORD       back to what it was before a commit that was cut off
 *   portcullis-run forget DIRECTORY  everything that is left of a run
 *
 * Never runs anything without its walls: what cannot be built ends with 125 and says why.
 */
#define _GNU_SOURCE
#include <sched.h>
#include "cgroup.h"
#include "changes.h"
#include "commit.h"
#include "inside.h"
#include "plan.h"
#include "settle.h"
#include "proxy.h"
#include "ticket.h"
#include "variables.h"
#include "watch.h"

#define MOST_OVERLAYS 64
#define LOOK_MS 200

static struct {
  const char *bubblewrap;
  struct overlay overlays[MOST_OVERLAYS];
  size_t overlay_count;
  struct list walls, environment, client, never, command, masks, proxy;
  struct limits limits;
  /** Device and inode of the workspace, which is the first overlay. */
  unsigned long long root[2];
} plan;

/** Who runs it: our number and when we started, so that nobody clears it away meanwhile. The same after an exec. */
static void leave_mark(const char *log) {
  char path[PATH_MAX], line[1024] = "", mark[64];
  int file = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
  if (file < 0 || read(file, line, sizeof line - 1) <= 0) fail("/proc cannot be read");
  close(file);
  char *at = strrchr(line, ')');
  for (int field = 2; at != NULL && field < 22; field++) at = strchr(at + 1, ' ');
  if (at == NULL) fail("/proc cannot be read");
  int length = snprintf(mark, sizeof mark, "%d:%llu", (int)getpid(), strtoull(at, NULL, 10));
  snprintf(path, sizeof path, "%s.owner", log);
  file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0 || write(file, mark, (size_t)length) != length) fail("%s: %s", path, strerror(errno));
  close(file);
}

/** What is hidden has to be there still, or it is seen under another name; what is shown must be what was looked at. */
static void expect_same(const char *path, const char *device, const char *inode, const char *type) {
  struct stat stat;
  /* A number is given again once its file is gone; then by its type it is no link at least. */
  if (lstat(path, &stat) != 0 || stat.st_dev != (dev_t)number_of(device) || stat.st_ino != (ino_t)number_of(inode) ||
      (stat.st_mode & S_IFMT) != (mode_t)number_of(type))
    fail("%s was moved or replaced since this was judged: nothing was run", path);
}

/** `digest`: of the plan that a ticket was given for, compared with the very bytes that are followed. */
static void read_plan(const char *path, const char *digest) {
  struct words words = read_words(path);
  const char *log = NULL;
  char found[65];
  if (digest != NULL) {
    sha256_hex(words.text, words.length, found);
    if (!is_same(found, digest)) fail("the plan is not the one that the ticket was given for: nothing was run");
  }
  for (size_t i = 0; i + 1 < words.count; i++) {
    const char *key = words.at[i];
    size_t left = words.count - 1 - i - 1;
    char **given = words.at + i + 1;
    if (strcmp(key, "wall") == 0 && left >= 1) add(&plan.walls, given[0]), i += 1;
    else if (strcmp(key, "env") == 0 && left >= 1) add(&plan.environment, given[0]), i += 1;
    else if (strcmp(key, "client") == 0 && left >= 1) add(&plan.client, given[0]), i += 1;
    else if (strcmp(key, "never") == 0 && left >= 1) add(&plan.never, given[0]), i += 1;
    else if (strcmp(key, "word") == 0 && left >= 1) add(&plan.command, given[0]), i += 1;
    else if (strcmp(key, "proxy") == 0 && left >= 1) add(&plan.proxy, given[0]), i += 1;
    else if (strcmp(key, "mask") == 0 && left >= 2) add(&plan.masks, given[0]), add(&plan.masks, given[1]), i += 2;
    else if (strcmp(key, "same") == 0 && left >= 4) expect_same(given[0], given[1], given[2], given[3]), i += 4;
    else if (strcmp(key, "bubblewrap") == 0 && left >= 1) plan.bubblewrap = given[0], i += 1;
    else if (strcmp(key, "events") == 0 && left >= 1) log = given[0], i += 1;
    else if (strcmp(key, "root") == 0 && left >= 2) {
      plan.root[0] = (unsigned long long)number_of(given[0]), plan.root[1] = (unsigned long long)number_of(given[1]);
      i += 2;
    }
    else if (strcmp(key, "limits") == 0 && left >= 5) {
      plan.limits = (struct limits){number_of(given[0]), number_of(given[1]), number_of(given[2]), number_of(given[3]),
                                    number_of(given[4])};
      i += 5;
    } else if (strcmp(key, "overlay") == 0 && left >= 4 && plan.overlay_count < MOST_OVERLAYS) {
      plan.overlays[plan.overlay_count++] = (struct overlay){given[0], given[1], given[2], given[3]};
      i += 4;
    } else fail("the plan says what is not known: %s", key);
  }
  if (plan.bubblewrap == NULL || log == NULL || plan.command.count == 0 || plan.limits.processes <= 0 ||
      plan.overlay_count == 0 || plan.root[1] == 0)
    fail("the plan is not complete");
  take_variables(&plan.client, &plan.never, &plan.environment);
  add(&plan.environment, "PORTCULLIS_CONTAINED=1");
  events = open(log, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (events < 0) fail("%s: %s (a plan is run once)", log, strerror(errno));
  /* What changes later than this file was made, somebody changed meanwhile. */
  char start[PATH_MAX];
  snprintf(start, sizeof start, "%s.start", log);
  int made = open(start, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (made < 0) fail("%s: %s", start, strerror(errno));
  close(made);
  leave_mark(log);
}

/** Nothing but the three streams goes inside: an open directory writes outside, whatever the mounts say. */
static void close_others(void) {
  if (syscall(SYS_close_range, 3u, ~0u, 0u) == 0) return;
  for (int one = 3; one < 65536; one++) close(one);
}

static void copy_until_end(int from, int to) {
  static char part[65536];
  signal(SIGPIPE, SIG_DFL);
  signal(SIGINT, SIG_IGN);
  for (;;) {
    ssize_t got = read(from, part, sizeof part);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) _exit(0);
    for (ssize_t sent = 0; sent < got;) {
      ssize_t one = write(to, part + sent, (size_t)(got - sent));
      if (one < 0 && errno == EINTR) continue;
      if (one <= 0) _exit(1);
      sent += one;
    }
  }
}

static pid_t carriers[3];

/**
 * What the command gets for a stream. Through /proc/self/fd a file could be opened again, for reading and writing both,
 * from outside its walls: of a file it gets a pipe, and of anything but streams nothing.
 */
static int stream_inside(int stream) {
  struct stat stat;
  int ends[2];
  if (fstat(stream, &stat) != 0) return open("/dev/null", stream == 0 ? O_RDONLY : O_WRONLY);
  if (S_ISFIFO(stat.st_mode) || S_ISSOCK(stat.st_mode) || isatty(stream)) return stream;
  if (!S_ISREG(stat.st_mode)) return open("/dev/null", stream == 0 ? O_RDONLY : O_WRONLY);
  if (pipe2(ends, O_CLOEXEC) != 0) fail("no pipe: %s", strerror(errno));
  int in = stream == 0, mine = ends[in];
  if ((carriers[stream] = fork()) < 0) fail("no process: %s", strerror(errno));
  if (carriers[stream] == 0) {
    close(ends[!in]);
    copy_until_end(in ? stream : mine, in ? mine : stream);
  }
  close(mine);
  return ends[!in];
}

static volatile sig_atomic_t pending[NSIG];

static void on_signal(int number) { pending[number] = 1; }

static const int PASSED_ON[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGCONT, SIGWINCH, SIGALRM};

static void take_signals(void) {
  struct sigaction action = {.sa_handler = on_signal};
  for (size_t i = 0; i < sizeof PASSED_ON / sizeof *PASSED_ON; i++) sigaction(PASSED_ON[i], &action, NULL);
  sigaction(SIGCHLD, &action, NULL);
  signal(SIGPIPE, SIG_IGN);
  sigset_t held;
  sigemptyset(&held);
  for (size_t i = 0; i < sizeof PASSED_ON / sizeof *PASSED_ON; i++) sigaddset(&held, PASSED_ON[i]);
  sigaddset(&held, SIGCHLD);
  sigprocmask(SIG_BLOCK, &held, NULL);
}

static int receive(int channel, char *what, pid_t *who) {
  char control[CMSG_SPACE(sizeof(int)) + CMSG_SPACE(sizeof(struct ucred))];
  struct iovec text = {what, 1};
  struct msghdr message = {.msg_iov = &text, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  int descriptor = -1;
  *what = 0;
  if (recvmsg(channel, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT) != 1) *what = 0;
  else
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL; header = CMSG_NXTHDR(&message, header)) {
      if (header->cmsg_level != SOL_SOCKET) continue;
      if (header->cmsg_type == SCM_RIGHTS) memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
      if (header->cmsg_type == SCM_CREDENTIALS) {
        struct ucred from;
        memcpy(&from, CMSG_DATA(header), sizeof from);
        *who = from.pid;
      }
    }
  return descriptor;
}

static int watch_masks(void) {
  int watch = plan.masks.count == 0 ? -1 : inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  for (size_t i = 0; watch >= 0 && i + 1 < plan.masks.count; i += 2)
    /* The numbers count from 1, in this order: that is how a place is found again. */
    if (inotify_add_watch(watch, plan.masks.at[i], IN_OPEN) != (int)(i / 2 + 1)) break;
  return watch;
}

static void hear_masks(int watch) {
  char part[8192] __attribute__((aligned(8)));
  ssize_t got = read(watch, part, sizeof part);
  for (ssize_t at = 0; at < got;) {
    struct inotify_event *event = (struct inotify_event *)(part + at);
    size_t place = (size_t)event->wd * 2;
    if (event->wd >= 1 && place <= plan.masks.count) note_one("refused", plan.masks.at[place - 1]);
    at += (ssize_t)(sizeof *event + event->len);
  }
}

/** Ends everything inside: the first process of the namespace takes all others with it. */
static void end_all(pid_t walls, pid_t inner) {
  if (inner > 0) kill(inner, SIGKILL);
  kill(walls, SIGKILL);
}

/** The kernel takes its time (20 ms) to end a watch once nobody has it open: a process of its own waits for that. */
static void leave_watch(int watch) {
  int ends[2];
  if (watch < 0 || pipe2(ends, O_CLOEXEC) != 0 || fork() != 0) return;
  char byte;
  if (dup2(watch, 0) != 0 || dup2(ends[0], 1) != 1 || syscall(SYS_close_range, 2u, ~0u, 0u) != 0) _exit(0);
  while (read(1, &byte, 1) < 0 && errno == EINTR) continue;
  _exit(0);
}

static int watch_until_end(pid_t walls, int channel, const struct cgroup *group) {
  pid_t inner = 0, ended;
  int listener = -1, server = -1, masks = -1, status = 0, is_inside = 0, is_ended = 0;
  struct proxy proxy = {-1, -1, 0};
  long long started = now_ms(), next_look = started + LOOK_MS;
  for (;;) {
    struct pollfd all[] = {{channel, POLLIN, 0}, {listener, POLLIN, 0},   {server, POLLIN, 0},
                           {masks, POLLIN, 0},   {proxy.door, POLLIN, 0}, {proxy.says, POLLIN, 0}};
    long long wait = next_look - now_ms();
    struct timespec until = {wait < 0 ? 0 : wait / 1000, wait < 0 ? 0 : wait % 1000 * 1000000};
    /* Signals come only while we wait: none is missed, the end of the command included. */
    sigset_t none;
    sigemptyset(&none);
    if (ppoll(all, sizeof all / sizeof *all, &until, &none) < 0)
      for (size_t i = 0; i < sizeof all / sizeof *all; i++) all[i].revents = 0;
    if (channel >= 0 && (all[0].revents & (POLLIN | POLLHUP)) != 0) {
      char what;
      pid_t who = 0;
      int descriptor = receive(channel, &what, &who);
      if (what == 'n') server = descriptor;
      if (what == 'p') proxy.door = descriptor;
      if (what == 'l') {
        listener = descriptor, inner = who, is_inside = 1, masks = watch_masks();
        if (listener < 0) note("unseen", NULL, 0);
        enter_cgroup(group, inner);
        if (send(channel, "g", 1, MSG_NOSIGNAL) != 1) end_all(walls, inner);
      }
      if (what == 0 && (all[0].revents & POLLHUP) != 0) close(channel), channel = -1;
    }
    if (listener >= 0 && (all[1].revents & POLLIN) != 0 && !hear_call(listener)) end_all(walls, inner);
    if (listener >= 0 && (all[1].revents & (POLLHUP | POLLERR)) != 0) close(listener), listener = -1;
    if (server >= 0 && all[2].revents != 0) hear_question(server);
    if (masks >= 0 && all[3].revents != 0) hear_masks(masks);
    if (proxy.door >= 0 && all[4].revents != 0) start_proxy(&proxy, &plan.proxy);
    if (proxy.says >= 0 && all[5].revents != 0) hear_proxy(&proxy);
    for (size_t i = 0; i < sizeof PASSED_ON / sizeof *PASSED_ON; i++)
      if (pending[PASSED_ON[i]]) {
        pending[PASSED_ON[i]] = 0;
        if (is_inside && inner > 0) kill(-inner, PASSED_ON[i]);
        else if (PASSED_ON[i] == SIGINT || PASSED_ON[i] == SIGTERM || PASSED_ON[i] == SIGHUP) end_all(walls, 0);
      }
    while ((ended = waitpid(-1, &status, WNOHANG)) > 0)
      if (ended == walls) {
        is_ended = 1;
        int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        /* What it left in the background is ours now, and ends: nothing may write once we begin to look. */
        if (inner > 0) kill(-inner, SIGKILL);
        end_proxy(&proxy);
        while (waitpid(-1, NULL, 0) > 0 || errno == EINTR) continue;
        if (masks >= 0) hear_masks(masks);
        leave_watch(masks);
        return is_inside ? code : -1;
      }
    if (!is_ended && now_ms() >= next_look) {
      const char *over = inner > 0 ? over_limit(&plan.limits, inner, plan.overlays, plan.overlay_count, started) : NULL;
      if (over != NULL) note_one("limit", over), end_all(walls, inner);
      /* A look never takes more than a fifth of the time. */
      long long took = now_ms() - (next_look > started ? next_look : started);
      next_look = now_ms() + (took > LOOK_MS / 4 ? took * 4 : LOOK_MS);
    }
  }
}

static int run(const char *path, const char *digest) {
  int sockets[2], on = 1;
  struct cgroup group;
  close_others();
  read_plan(path, digest);
  int self = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (self < 0 || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) != 0 ||
      setsockopt(sockets[0], SOL_SOCKET, SO_PASSCRED, &on, sizeof on) != 0)
    fail("no walls can be built here: %s", strerror(errno));
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  int streams[3];
  for (int i = 0; i < 3; i++) streams[i] = stream_inside(i);
  take_signals();
  make_cgroup(&group, &plan.limits);
  pid_t parent = getpid(), walls = fork();
  if (walls < 0) fail("no process: %s", strerror(errno));
  if (walls == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    close(sockets[0]);
    if (getppid() != parent) _exit(NOT_DONE);
    for (int i = 0; i < 3; i++)
      if (streams[i] != i && dup2(streams[i], i) < 0) _exit(NOT_DONE);
    for (size_t i = 0; i < sizeof PASSED_ON / sizeof *PASSED_ON; i++) signal(PASSED_ON[i], SIG_DFL);
    signal(SIGCHLD, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    build_walls(plan.bubblewrap, plan.overlays, plan.overlay_count, plan.root, &plan.walls, &plan.environment, &plan.command,
                &plan.limits, self, sockets[1], plan.proxy.count > 0);
  }
  close(sockets[1]);
  for (int i = 0; i < 3; i++)
    if (streams[i] > 2) close(streams[i]);
  /* Entering a group makes the kernel wait for all processors: meanwhile the walls are built. */
  enter_cgroup(&group, walls);
  int code = watch_until_end(walls, sockets[0], &group);
  remove_cgroup(&group);
  char number[16];
  snprintf(number, sizeof number, "%d", code);
  note_one(code < 0 ? "failed" : "end", number);
  if (code >= 0) return code;
  dprintf(2, "portcullis: the command was not run: its walls could not be built\n");
  return NOT_DONE;
}

/** Deep trees are walked with one descriptor a level. */
static void take_descriptors(void) {
  struct rlimit most;
  if (getrlimit(RLIMIT_NOFILE, &most) != 0) return;
  most.rlim_cur = most.rlim_max;
  setrlimit(RLIMIT_NOFILE, &most);
}

/** Removes the directory of a run: what ran in it may have left directories that nobody may enter. */
static int forget(const char *path) {
  remove_tree(AT_FDCWD, path);
  return access(path, F_OK) == 0 ? NOT_DONE : 0;
}

/** Whether nothing was changed: then there is nothing to judge. */
static int is_empty(const char *path) {
  DIR *list = opendir(path);
  int entries = 0;
  if (list == NULL) return 0;
  for (struct dirent *entry; (entry = readdir(list)) != NULL;)
    entries += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
  closedir(list);
  return entries == 0;
}

/** A run of the gate's: what was changed is judged by the gate before it becomes real, and never by us. */
static int run_ticket(const char *state, const char *id) {
  char plan_path[PATH_MAX], upper[PATH_MAX], code_text[16];
  close_others();
  struct ticket ticket = spend_ticket(state, id);
  snprintf(plan_path, sizeof plan_path, "%s/plan", ticket.at);
  int code = run(plan_path, ticket.plan_digest);
  if (tried_text[0] != 0)
    dprintf(2, "portcullis: contained: no network%s; tried %s; nothing outside the workspace was written\n",
            plan.proxy.count > 0 ? " but to the hosts of containmentNetwork" : "", tried_text);
  snprintf(upper, sizeof upper, "%s/upper/0", ticket.at);
  const char *id_of_run = strrchr(ticket.at, '/') + 1;
  int settled = settle_by_daemon(state, id_of_run, code);
  if (settled >= 0) return settled;
  if (settled == NOT_SETTLED) return NOT_DONE;
  /* A daemon that died after it had settled left nothing to settle. */
  if (access(ticket.at, F_OK) != 0) return code;
  if (is_empty(upper) && tried_text[0] == 0 && !reached_any && code != NOT_DONE) {
    take_descriptors();
    forget(ticket.at);
    return code;
  }
  struct list words = {0};
  for (char **word = ticket.settle; *word != NULL; word++) add(&words, *word);
  snprintf(code_text, sizeof code_text, "%d", code);
  add(&words, code_text);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  for (size_t i = 0; i < sizeof PASSED_ON / sizeof *PASSED_ON; i++) signal(PASSED_ON[i], SIG_DFL);
  /* We were started by the agent: no variable of its says whose settings count, or makes the judge load something. */
  char *const nothing_else[] = {"PATH=/usr/local/bin:/usr/bin:/bin", ticket.home, NULL};
  execve(words.at[0], words.at, nothing_else);
  dprintf(2, "portcullis: what it changed could not be judged (%s): nothing was written\n", strerror(errno));
  return NOT_DONE;
}

int main(int count, char **words) {
  for (int fd = 0; fd <= 2; fd++)
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 0 ? O_RDONLY : O_WRONLY) != fd) _exit(NOT_DONE);
  if (count >= 2 && strcmp(words[1], "inside") == 0) run_inside(count, words);
  if (count == 3 && strcmp(words[1], "run") == 0) return run(words[2], NULL);
  if (count == 4 && strcmp(words[1], "ticket") == 0) return run_ticket(words[2], words[3]);
  take_descriptors();
  if (count == 3 && strcmp(words[1], "forget") == 0) return forget(words[2]);
  if (count == 5 && strcmp(words[1], "changes") == 0) return changes(words[2], words[3], words[4]);
  if ((count == 3 || count == 4) && strcmp(words[1], "commit") == 0) return commit(words[2], count == 4 ? words[3] : "0");
  if ((count == 3 || count == 4) && strcmp(words[1], "undo") == 0) return undo(words[2], count == 4 ? words[3] : "0");
  fprintf(stderr, "portcullis-run is started by portcullis: try `portcullis run -- <command>`\n");
  return 2;
}
