/*
 * The two ends of the walls. Outside: a user and a mount namespace in which the overlays are mounted, then bubblewrap,
 * which builds what the plan says. Inside, as the last of our code there: limits, the filter that reports, no rights.
 */
#ifndef PORTCULLIS_INSIDE_H
#define PORTCULLIS_INSIDE_H

#include <arpa/inet.h>
#include <linux/openat2.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include "filter.h"
#include "plan.h"

/** What stands over what: the lower tree as it is, an upper one for every change, and where bubblewrap finds both. */
struct overlay {
  const char *lower, *upper, *work, *at;
};

#define PROXY_PORT 3128

struct limits {
  long long processes, memory, disk, file, seconds;
};

static void write_text(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0 || write(file, text, strlen(text)) != (ssize_t)strlen(text))
    fail("no walls can be built here: %s: %s", path, strerror(errno));
  close(file);
}

/** A user namespace with this account alone in it, and mounts of our own. */
static void enter_own_mounts(void) {
  char map[64];
  uid_t user = geteuid();
  gid_t group = getegid();
  if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
    fail("no walls can be built here: user namespaces are refused (%s)", strerror(errno));
  write_text("/proc/self/setgroups", "deny");
  snprintf(map, sizeof map, "%u %u 1", (unsigned)user, (unsigned)user);
  write_text("/proc/self/uid_map", map);
  snprintf(map, sizeof map, "%u %u 1", (unsigned)group, (unsigned)group);
  write_text("/proc/self/gid_map", map);
  if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
    fail("no walls can be built here: mounts: %s", strerror(errno));
}

/**
 * Directories by descriptor: no name needs quoting, and none can be replaced by a link meanwhile. `root`: the directory that
 * was judged, by device and inode; another one that has its name now is not shown.
 */
static void mount_overlay(const struct overlay *overlay, const unsigned long long root[2]) {
  const char *names[] = {overlay->lower, overlay->upper, overlay->work};
  int directory[3];
  char options[256];
  struct stat stat;
  struct open_how how = {.flags = O_PATH | O_DIRECTORY | O_CLOEXEC, .resolve = RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS};
  directory[0] = (int)syscall(SYS_openat2, AT_FDCWD, names[0], &how, sizeof how);
  for (int i = 0; i < 3; i++)
    if ((i > 0 && (directory[i] = open(names[i], O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)) < 0) || directory[i] < 0)
      fail("%s: %s", names[i], strerror(errno));
  if (root != NULL && (fstat(directory[0], &stat) != 0 || stat.st_dev != root[0] || stat.st_ino != root[1]))
    fail("%s is not the workspace that was judged: nothing was run", names[0]);
  for (int quick = 1; quick >= 0; quick--) {
    snprintf(options, sizeof options, "lowerdir=/proc/self/fd/%d,upperdir=/proc/self/fd/%d,workdir=/proc/self/fd/%d,userxattr%s",
             directory[0], directory[1], directory[2], quick ? ",volatile" : "");
    if (mount("overlay", overlay->at, "overlay", MS_NOSUID | MS_NODEV, options) == 0) break;
    if (!quick) fail("no walls can be built here: an overlay over %s: %s", overlay->lower, strerror(errno));
  }
  for (int i = 0; i < 3; i++) close(directory[i]);
}

static int args_file(const struct list *arguments) {
  int file = memfd_create("arguments", 0);
  if (file < 0) fail("there is no memory");
  for (size_t i = 0; i < arguments->count; i++) {
    size_t length = strlen(arguments->at[i]) + 1;
    if (write(file, arguments->at[i], length) != (ssize_t)length) fail("there is no memory");
  }
  if (lseek(file, 0, SEEK_SET) != 0) fail("there is no memory");
  return file;
}

/** One descriptor, or none when it is -1, with who we are: outside, our number is another one. */
static void hand_over(int channel, const char *what, int descriptor) {
  char control[CMSG_SPACE(sizeof(int))];
  struct iovec text = {(void *)what, 1};
  struct msghdr message = {.msg_iov = &text, .msg_iovlen = 1};
  if (descriptor >= 0) {
    memset(control, 0, sizeof control);
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  }
  if (sendmsg(channel, &message, MSG_NOSIGNAL) != 1) fail("the walls were built, and nobody watches them");
  if (descriptor >= 0) close(descriptor);
}

/**
 * A network with nothing in it but its own loopback, and on that the name server that programs ask for addresses. The
 * namespace is ours and not the command's: it has no rights in it.
 */
static int enter_own_network(void) {
  struct ifreq loopback = {.ifr_name = "lo", .ifr_flags = IFF_UP};
  if (unshare(CLONE_NEWNET) != 0) fail("no walls can be built here: network namespaces are refused (%s)", strerror(errno));
  int on = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(53), .sin_addr = {htonl(INADDR_LOOPBACK)}};
  if (on < 0 || ioctl(on, SIOCSIFFLAGS, &loopback) != 0) fail("no walls can be built here: loopback: %s", strerror(errno));
  if (bind(on, (struct sockaddr *)&address, sizeof address) == 0) return on;
  close(on);
  return -1;
}

/** Where the proxy will listen: on the loopback inside, accepted by a process outside. Never the other way round. */
static int open_door(void) {
  int on = 1, door = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(PROXY_PORT), .sin_addr = {htonl(INADDR_LOOPBACK)}};
  if (door < 0 || setsockopt(door, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
      bind(door, (struct sockaddr *)&address, sizeof address) != 0 || listen(door, 64) != 0)
    fail("no walls can be built here: the proxy: %s", strerror(errno));
  return door;
}

/**
 * The program that builds the walls stays inside as the first process: by /proc/1/exe it would lead out to a file that root
 * may write. From a mount of its own that is read-only it leads nowhere.
 */
static int open_read_only(const char *program) {
  struct {
    uint64_t set, clear, propagation, user;
  } only_read = {1, 0, 0, 0};
  int tree = (int)syscall(428 /* open_tree */, AT_FDCWD, program, 1 /* clone */ | O_CLOEXEC);
  if (tree < 0)
    fail("no walls can be built here: %s cannot be started (%s); on Debian and Ubuntu: apt-get install bubblewrap", program,
         strerror(errno));
  if (syscall(442 /* mount_setattr */, tree, "", AT_EMPTY_PATH, &only_read, sizeof only_read) != 0)
    fail("no walls can be built here: %s: %s", program, strerror(errno));
  return tree;
}

/**
 * Does not return. `self` is our own binary, `channel` the socket to the one who watches. Bubblewrap's environment is
 * the command's: what it has itself can be read inside, at /proc/1/environ.
 */
static void build_walls(const char *bubblewrap, const struct overlay *overlays, size_t count,
                        const unsigned long long root[2], const struct list *walls,
                        const struct list *environment, const struct list *command, const struct limits *limits, int self,
                        int channel, int has_proxy) {
  struct list arguments = {0}, all = {0};
  struct filter filter;
  char words[8][40];
  /* When memory ends, this is what ends first. Inside, nothing of /proc can be written. */
  int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (score >= 0 && write(score, "900", 3) < 0) errno = 0;
  if (score >= 0) close(score);
  enter_own_mounts();
  hand_over(channel, "n", enter_own_network());
  if (has_proxy) hand_over(channel, "p", open_door());
  int program = open_read_only(bubblewrap);
  for (size_t i = 0; i < count; i++) mount_overlay(&overlays[i], i == 0 ? root : NULL);
  for (size_t i = 0; i < walls->count; i++) add(&arguments, walls->at[i]);
  make_wall(&filter);
  snprintf(words[0], sizeof words[0], "%d", filter_file(&filter));
  add(&arguments, "--seccomp");
  add(&arguments, words[0]);
  snprintf(words[1], sizeof words[1], "%d", args_file(&arguments));
  snprintf(words[2], sizeof words[2], "/proc/self/fd/%d", self);
  snprintf(words[3], sizeof words[3], "%d", channel);
  snprintf(words[4], sizeof words[4], "%lld", limits->processes);
  snprintf(words[5], sizeof words[5], "%lld", limits->file);
  const char *before[] = {"bwrap", "--args", words[1], "--", words[2], "inside", words[3], words[4], words[5]};
  for (size_t i = 0; i < sizeof before / sizeof *before; i++) add(&all, before[i]);
  for (size_t i = 0; i < command->count; i++) add(&all, command->at[i]);
  fcntl(self, F_SETFD, 0);
  fcntl(channel, F_SETFD, 0);
  syscall(SYS_execveat, program, "", all.at, environment->at, AT_EMPTY_PATH);
  fail("no walls can be built here: %s cannot be started (%s)", bubblewrap, strerror(errno));
}

static void limit(int what, long long most) {
  struct rlimit both = {(rlim_t)most, (rlim_t)most}, now;
  if (getrlimit(what, &now) == 0 && now.rlim_max != RLIM_INFINITY && now.rlim_max < both.rlim_max)
    both.rlim_cur = both.rlim_max = now.rlim_max;
  if (setrlimit(what, &both) != 0) fail("a limit cannot be set: %s", strerror(errno));
}

/** inside CHANNEL PROCESSES FILE COMMAND… Does not return. */
static void run_inside(int count, char **words) {
  if (count < 6) fail("inside is not for people");
  int channel = (int)number_of(words[2]);
  struct filter filter;
  syscall(SYS_close_range, channel + 1u, ~0u, 0u);
  if (channel > 3) syscall(SYS_close_range, 3u, channel - 1u, 0u);
  if (setsid() < 0) fail("no session of its own: %s", strerror(errno));
  /* Not 0: that is no word to a program outside that the kernel hands dumps to, and 1 is. */
  limit(RLIMIT_CORE, 1);
  limit(RLIMIT_NPROC, number_of(words[3]));
  limit(RLIMIT_FSIZE, number_of(words[4]));
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  struct {
    uint32_t version;
    int pid;
  } header = {0x20080522, 0};
  uint32_t none[6] = {0};
  if (syscall(SYS_capset, &header, none) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    fail("rights cannot be given up: %s", strerror(errno));
  if (dup2(channel, OWN_CHANNEL) != OWN_CHANNEL) fail("the walls were built, and nobody watches them");
  close(channel);
  channel = OWN_CHANNEL;
  make_watch(&filter);
  struct sock_fprog program = {filter.count, filter.code};
  /* Where the kernel cannot report, the walls stand all the same, and what was tried is not known. */
  int listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
  hand_over(channel, "l", listener);
  /* Until the one who watches is ready: the group is entered, the masks are watched. */
  char ready;
  if (recv(channel, &ready, 1, 0) != 1) fail("the walls were built, and nobody watches them");
  close(channel);
  signal(SIGPIPE, SIG_DFL);
  execvp(words[5], words + 5);
  int missing = errno == ENOENT;
  dprintf(2, "%s: %s\n", words[5], strerror(errno));
  _exit(missing ? 127 : 126);
}

#endif
