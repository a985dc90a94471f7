/* System calls that nothing behind the walls needs and that widen the kernel's surface, and those we are told about. */
#ifndef PORTCULLIS_FILTER_H
#define PORTCULLIS_FILTER_H

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include "plan.h"

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "no filter for this machine"
#endif

#ifndef TIOCLINUX
#define TIOCLINUX 0x541C
#endif
#ifndef CLONE_NEWCGROUP
#define CLONE_NEWCGROUP 0x02000000
#endif
#define NAMESPACES (CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP)

/** Refused with EPERM, as if the account had no right to it. */
static const int REFUSED[] = {
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_keyctl, SYS_add_key, SYS_request_key,
    SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_setns,
    SYS_unshare, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_reboot, SYS_swapon,
    SYS_swapoff, SYS_acct, SYS_quotactl, SYS_open_by_handle_at, SYS_name_to_handle_at, SYS_syslog, SYS_settimeofday,
    SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime, SYS_sethostname, SYS_setdomainname, SYS_vhangup,
    SYS_fanotify_init, SYS_lookup_dcookie, SYS_move_pages, SYS_migrate_pages,
#ifdef SYS_kexec_file_load
    SYS_kexec_file_load,
#endif
#ifdef SYS_iopl
    SYS_iopl, SYS_ioperm, SYS_modify_ldt, SYS__sysctl, SYS_uselib, SYS_ustat, SYS_create_module,
#endif
#ifdef SYS_nfsservctl
    SYS_nfsservctl,
#endif
};

/** Refused as if the kernel did not know them, so that programs take the older way, which can be looked at. */
static const int UNKNOWN_HERE[] = {
    425 /* io_uring_setup */, 426 /* io_uring_enter */, 427 /* io_uring_register */, 428 /* open_tree */,
    429 /* move_mount */,     430 /* fsopen */,         431 /* fsconfig */,          432 /* fsmount */,
    433 /* fspick */,         435 /* clone3 */,         438 /* pidfd_getfd */,       442 /* mount_setattr */,
    447 /* memfd_secret */,   467 /* open_tree_attr */,
};

#define SAY(code) BPF_STMT(BPF_RET | BPF_K, code)
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ERROR(number) (SECCOMP_RET_ERRNO | (number))
/** Skips `skip` instructions unless the loaded value is this one. */
#define UNLESS(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)(value), 0, skip)

struct filter {
  struct sock_filter code[512];
  unsigned short count;
};

static void put(struct filter *filter, struct sock_filter instruction) {
  if (filter->count >= sizeof filter->code / sizeof *filter->code) fail("the filter is too long");
  filter->code[filter->count++] = instruction;
}

/** Other calling conventions (32 bit, x32) have other numbers: whoever uses one is ended. */
static void begin_filter(struct filter *filter) {
  put(filter, (struct sock_filter)LOAD(arch));
  put(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0));
  put(filter, (struct sock_filter)SAY(SECCOMP_RET_KILL_PROCESS));
  put(filter, (struct sock_filter)LOAD(nr));
#ifdef __x86_64__
  put(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000u, 0, 1));
  put(filter, (struct sock_filter)SAY(SECCOMP_RET_KILL_PROCESS));
#endif
}

static void answer(struct filter *filter, int number, unsigned code) {
  put(filter, (struct sock_filter)UNLESS(number, 1));
  put(filter, (struct sock_filter)SAY(code));
}

/** The walls' filter. */
static void make_wall(struct filter *filter) {
  filter->count = 0;
  begin_filter(filter);
  for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) answer(filter, REFUSED[i], ERROR(EPERM));
  for (size_t i = 0; i < sizeof UNKNOWN_HERE / sizeof *UNKNOWN_HERE; i++)
    answer(filter, UNKNOWN_HERE[i], ERROR(ENOSYS));
  /* A new namespace would give back what the walls took. */
  put(filter, (struct sock_filter)UNLESS(SYS_clone, 4));
  put(filter, (struct sock_filter)LOAD(args[0]));
  put(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NAMESPACES, 0, 1));
  put(filter, (struct sock_filter)SAY(ERROR(EPERM)));
  put(filter, (struct sock_filter)SAY(SECCOMP_RET_ALLOW));
  /* Typing into somebody's terminal. */
  put(filter, (struct sock_filter)UNLESS(SYS_ioctl, 5));
  put(filter, (struct sock_filter)LOAD(args[1]));
  put(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, TIOCSTI, 1, 0));
  put(filter, (struct sock_filter)UNLESS(TIOCLINUX, 1));
  put(filter, (struct sock_filter)SAY(ERROR(EPERM)));
  put(filter, (struct sock_filter)SAY(SECCOMP_RET_ALLOW));
  /* Families that no network namespace confines (vsock), or that nothing needs. Of netlink, only the routes. */
  put(filter, (struct sock_filter)UNLESS(SYS_socket, 9));
  put(filter, (struct sock_filter)LOAD(args[0]));
  put(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 5, 0));
  put(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET, 4, 0));
  put(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET6, 3, 0));
  put(filter, (struct sock_filter)UNLESS(AF_NETLINK, 3));
  put(filter, (struct sock_filter)LOAD(args[2]));
  put(filter, (struct sock_filter)UNLESS(0, 1));
  put(filter, (struct sock_filter)SAY(SECCOMP_RET_ALLOW));
  put(filter, (struct sock_filter)SAY(ERROR(EAFNOSUPPORT)));
  put(filter, (struct sock_filter)SAY(SECCOMP_RET_ALLOW));
}

/** The descriptor over which the listener is handed to the one who watches; closed before the command begins. */
#define OWN_CHANNEL 900

/** What the one who watches is told about before it happens. It changes nothing: the walls stand without it. */
static void make_watch(struct filter *filter) {
  filter->count = 0;
  begin_filter(filter);
  answer(filter, SYS_execve, SECCOMP_RET_USER_NOTIF);
  answer(filter, SYS_execveat, SECCOMP_RET_USER_NOTIF);
  answer(filter, SYS_connect, SECCOMP_RET_USER_NOTIF);
  /* Whether these say where to stands in memory, where no filter looks. */
  answer(filter, SYS_sendmmsg, SECCOMP_RET_USER_NOTIF);
  /* But for our own, which hands the listener over: nobody could answer it. */
  put(filter, (struct sock_filter)UNLESS(SYS_sendmsg, 3));
  put(filter, (struct sock_filter)LOAD(args[0]));
  put(filter, (struct sock_filter)UNLESS(OWN_CHANNEL, 1));
  put(filter, (struct sock_filter)SAY(SECCOMP_RET_ALLOW));
  put(filter, (struct sock_filter)LOAD(nr));
  answer(filter, SYS_sendmsg, SECCOMP_RET_USER_NOTIF);
  /* Only when it says where to. */
  put(filter, (struct sock_filter)UNLESS(SYS_sendto, 3));
  put(filter, (struct sock_filter)LOAD(args[4]));
  put(filter, (struct sock_filter)UNLESS(0, 1));
  put(filter, (struct sock_filter)SAY(SECCOMP_RET_ALLOW));
  put(filter, (struct sock_filter)LOAD(nr));
  answer(filter, SYS_sendto, SECCOMP_RET_USER_NOTIF);
  put(filter, (struct sock_filter)SAY(SECCOMP_RET_ALLOW));
}

/** A file that holds the filter as bubblewrap reads it; not closed on exec. */
static int filter_file(const struct filter *filter) {
  int file = memfd_create("filter", 0);
  size_t length = filter->count * sizeof *filter->code;
  if (file < 0 || write(file, filter->code, length) != (ssize_t)length || lseek(file, 0, SEEK_SET) != 0)
    fail("the filter cannot be written");
  return file;
}

#endif
