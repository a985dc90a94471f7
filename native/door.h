/*
 * The public door of a gate that runs as an account of its own: `portcullis-hook --door SOCKET`, started by the gate.
 *
 * Node cannot ask the kernel who is at the other end of a socket. This can: it accepts, reads the peer's account
 * (SO_PEERCRED) and hands the connection over together with that account, in the form in which Node's own processes
 * pass connections to each other. It reads no byte of what a peer says.
 */
#ifndef PORTCULLIS_DOOR_H
#define PORTCULLIS_DOOR_H

#ifdef __linux__
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#define WAITING 128

static void door_fails(const char *because) {
  fprintf(stderr, "portcullis door: %s: %s\n", because, strerror(errno));
  _exit(1);
}

/** The gate hands out one connection at a time: the next goes out when it has said that it has this one. */
static void await_receipt(int gate) {
  for (;;) {
    char one;
    ssize_t got = read(gate, &one, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) _exit(0);
    if (one == '\n') return;
  }
}

static void hand_over(int gate, int peer, const struct ucred *who) {
  char text[160];
  int length = snprintf(text, sizeof text, "{\"cmd\":\"NODE_HANDLE\",\"type\":\"net.Socket\",\"msg\":{\"uid\":%lu,\"gid\":%lu,\"pid\":%ld}}\n",
                        (unsigned long)who->uid, (unsigned long)who->gid, (long)who->pid);
  union {
    char room[CMSG_SPACE(sizeof(int))];
    struct cmsghdr aligned;
  } control;
  memset(&control, 0, sizeof control);
  struct iovec part = {.iov_base = text, .iov_len = (size_t)length};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof control.room};
  struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(rights), &peer, sizeof(int));
  ssize_t sent;
  while ((sent = sendmsg(gate, &message, MSG_NOSIGNAL)) < 0 && errno == EINTR)
    ;
  if (sent != length) _exit(0);
  await_receipt(gate);
}

static int listen_at(const char *path) {
  struct sockaddr_un address;
  memset(&address, 0, sizeof address);
  address.sun_family = AF_UNIX;
  if (path[0] != '/' || strlen(path) >= sizeof address.sun_path) door_fails("the socket's name cannot be used");
  strcpy(address.sun_path, path);
  struct stat stat;
  if (lstat(path, &stat) == 0) {
    if (!S_ISSOCK(stat.st_mode) || stat.st_uid != geteuid()) door_fails("what lies in the socket's place is not ours");
    if (unlink(path) != 0) door_fails("the socket of before cannot be removed");
  }
  int door = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (door < 0 || bind(door, (struct sockaddr *)&address, sizeof address) != 0) door_fails("the socket cannot be made");
  /* Any account may ask; who asks is what the kernel says. */
  if (chmod(path, 0666) != 0 || listen(door, WAITING) != 0) door_fails("the socket cannot be opened");
  return door;
}

static void keep_door(const char *path) {
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  const char *channel = getenv("NODE_CHANNEL_FD");
  int gate = channel == NULL ? -1 : atoi(channel);
  if (gate < 3) {
    fprintf(stderr, "portcullis door: only the gate starts it\n");
    _exit(2);
  }
  fcntl(gate, F_SETFL, fcntl(gate, F_GETFL) & ~O_NONBLOCK);
  int door = listen_at(path);
  /* Says that it listens. */
  if (write(gate, "{\"listening\":true}\n", 19) != 19) _exit(0);
  struct pollfd both[2] = {{.fd = door, .events = POLLIN}, {.fd = gate, .events = POLLIN}};
  for (;;) {
    if (poll(both, 2, -1) < 0) continue;
    if (both[1].revents != 0) _exit(0);
    if (both[0].revents == 0) continue;
    int peer = accept4(door, NULL, NULL, SOCK_CLOEXEC);
    if (peer < 0) continue;
    struct ucred who;
    socklen_t size = sizeof who;
    if (getsockopt(peer, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 && size == sizeof who) hand_over(gate, peer, &who);
    close(peer);
  }
}
#else
static void keep_door(const char *path) {
  (void)path;
  refuse("a system gate needs Linux");
}
#endif

#endif
