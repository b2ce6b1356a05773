#define _GNU_SOURCE

#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static rlim_t smaller(rlim_t limit, uint64_t value) {
  return limit != RLIM_INFINITY && limit < (rlim_t)value ? limit : (rlim_t)value;
}

/// - more: beyond the limit, where the system no longer gives a sign of it before it ends the process.
static int set_limit(int which, uint64_t value, uint64_t more) {
  struct rlimit limit;
  if (getrlimit(which, &limit) != 0) return 0;
  // Those that are stricter stay.
  limit.rlim_cur = smaller(limit.rlim_max, value);
  limit.rlim_max = smaller(limit.rlim_max, value + more);
  return setrlimit(which, &limit) == 0;
}

static int set_limits(boxwalk_sandbox_limits limits) {
  int all = set_limit(RLIMIT_CORE, 0, 0);
  all &= set_limit(RLIMIT_FSIZE, limits.file_size, 0);
  all &= set_limit(RLIMIT_CPU, limits.cpu_time, 1);
#ifdef __linux__
  all &= set_limit(RLIMIT_AS, limits.memory, 0);
#endif
  return all;
}

#ifdef __linux__

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

// MARK: Landlock

// Kernels may be newer than the header: that of Debian 12 does not have these.
#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14)
#endif
#ifndef LANDLOCK_ACCESS_FS_IOCTL_DEV
#define LANDLOCK_ACCESS_FS_IOCTL_DEV (1ULL << 15)
#endif
#ifndef LANDLOCK_ACCESS_NET_BIND_TCP
#define LANDLOCK_ACCESS_NET_BIND_TCP (1ULL << 0)
#define LANDLOCK_ACCESS_NET_CONNECT_TCP (1ULL << 1)
#endif
#ifndef LANDLOCK_SCOPE_SIGNAL
#define LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET (1ULL << 0)
#define LANDLOCK_SCOPE_SIGNAL (1ULL << 1)
#endif

/// `landlock_ruleset_attr`, with its members of later versions.
struct landlock_rules {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

static int landlock_version(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version > 0 ? (int)version : 0;
}

/// Rules without an exception: everything that they handle is forbidden.
static int enter_landlock(void) {
  const int version = landlock_version();
  if (version == 0) return 0;
  struct landlock_rules rules = {0};
  // The last right to files of each version; the others are the bits below it.
  static const uint64_t last[] = {
    LANDLOCK_ACCESS_FS_MAKE_SYM, LANDLOCK_ACCESS_FS_REFER, LANDLOCK_ACCESS_FS_TRUNCATE,
    LANDLOCK_ACCESS_FS_TRUNCATE, LANDLOCK_ACCESS_FS_IOCTL_DEV,
  };
  const int known = (int)(sizeof last / sizeof last[0]);
  rules.files = 2 * last[(version < known ? version : known) - 1] - 1;
  if (version >= 4) rules.network = LANDLOCK_ACCESS_NET_BIND_TCP | LANDLOCK_ACCESS_NET_CONNECT_TCP;
  if (version >= 6) rules.scopes = LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | LANDLOCK_SCOPE_SIGNAL;
  const size_t size = version >= 6   ? sizeof rules
                      : version >= 4 ? offsetof(struct landlock_rules, scopes)
                                     : offsetof(struct landlock_rules, network);
  const int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0);
  if (ruleset < 0) return 0;
  const long result = syscall(SYS_landlock_restrict_self, ruleset, 0);
  close(ruleset);
  return result == 0 ? version : 0;
}

// MARK: seccomp

enum {
  LOAD = BPF_LD | BPF_W | BPF_ABS,
  AND = BPF_ALU | BPF_AND | BPF_K,
  JUMP_IF_EQUAL = BPF_JMP | BPF_JEQ | BPF_K,
  RETURN = BPF_RET | BPF_K,
};
// What is looked at; arguments have 8 bytes, the lower half first.
enum {
  NUMBER = offsetof(struct seccomp_data, nr),
  ARCHITECTURE = offsetof(struct seccomp_data, arch),
  ARGUMENTS = offsetof(struct seccomp_data, args),
};

#if defined(__x86_64__) && __SIZEOF_POINTER__ == 8
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && __SIZEOF_POINTER__ == 8
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define OWN_ARCHITECTURE AUDIT_ARCH_RISCV64
#endif

#ifdef OWN_ARCHITECTURE

/// What decoding needs: memory, threads, time, and the descriptors that are open.
static const int allowed[] = {
  SYS_read, SYS_pread64, SYS_readv, SYS_preadv, SYS_write, SYS_pwrite64, SYS_writev, SYS_pwritev,
  SYS_lseek, SYS_fstat, SYS_ftruncate, SYS_fsync, SYS_fdatasync, SYS_close, SYS_ppoll, SYS_brk,
  SYS_munmap, SYS_mremap, SYS_madvise, SYS_futex, SYS_set_robust_list, SYS_get_robust_list,
  SYS_rseq, SYS_membarrier, SYS_sched_yield, SYS_sched_getaffinity, SYS_sched_getparam,
  SYS_sched_getscheduler, SYS_sched_get_priority_min, SYS_sched_get_priority_max, SYS_getpid,
  SYS_gettid, SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_rt_sigaction,
  SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_exit, SYS_exit_group,
  SYS_restart_syscall, SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep,
  SYS_gettimeofday, SYS_getrandom, SYS_getrusage, SYS_sysinfo, SYS_uname, SYS_getcpu,
  SYS_get_mempolicy, SYS_set_tid_address, SYS_shutdown,
  // Some kinds of processors do not have these.
#ifdef SYS_poll
  SYS_poll,
#endif
#ifdef SYS_arch_prctl
  SYS_arch_prctl,
#endif
};

/// A call that is allowed if an argument has a value in the bits of a mask.
struct condition {
  int number;
  unsigned int argument;
  uint64_t mask, value;
};

/// The filter. A library would need memory for it; without it, libseccomp 2.5 loops, or leaves rules out.
struct filter {
  unsigned short count;
  struct sock_filter all[512];
};

static void add(struct filter *f, uint16_t code, uint32_t value, int if_true, int if_false) {
  f->all[f->count++] = (struct sock_filter){code, (uint8_t)if_true, (uint8_t)if_false, value};
}

static void add_half(struct filter *f, uint32_t offset, uint64_t mask, uint64_t value, int if_false) {
  add(f, LOAD, offset, 0, 0);
  add(f, AND, (uint32_t)mask, 0, 0);
  add(f, JUMP_IF_EQUAL, (uint32_t)value, 0, if_false);
}

static void allow_if(struct filter *f, struct condition c) {
  const uint32_t offset = ARGUMENTS + 8 * c.argument;
  add(f, JUMP_IF_EQUAL, (uint32_t)c.number, 0, 8);
  add_half(f, offset, c.mask, c.value, 4);
  add_half(f, offset + 4, c.mask >> 32, c.value >> 32, 1);
  add(f, RETURN, SECCOMP_RET_ALLOW, 0, 0);
  // Other conditions for the same call follow.
  add(f, LOAD, NUMBER, 0, 0);
}

static int enter_seccomp(void) {
  const uint64_t all = UINT64_MAX;
  const struct condition conditions[] = {
    // Memory that is code cannot be made.
    {SYS_mmap, 2, PROT_EXEC, 0},
    {SYS_mprotect, 2, PROT_EXEC, 0},
    // Threads, and no processes.
    {SYS_clone, 0, CLONE_THREAD, CLONE_THREAD},
    // The names of threads, and of memory.
    {SYS_prctl, 0, all, PR_SET_NAME},
    {SYS_prctl, 0, all, PR_SET_VMA},
    // Whether a descriptor is open for writing.
    {SYS_fcntl, 1, all, F_GETFL},
    // The limit of memory, which is asked for and not set.
    {SYS_prlimit64, 2, all, 0},
    // Signals to itself: abort() is one.
    {SYS_tgkill, 0, all, (uint64_t)getpid()},
  };
  enum { CALLS = sizeof allowed / sizeof allowed[0] };
  enum { CONDITIONS = sizeof conditions / sizeof conditions[0] };
  struct filter f = {0};
  _Static_assert(
    7 + 2 * CALLS + 9 * CONDITIONS <= sizeof f.all / sizeof f.all[0], "the filter has room");
  add(&f, LOAD, ARCHITECTURE, 0, 0);
  add(&f, JUMP_IF_EQUAL, OWN_ARCHITECTURE, 1, 0);
  add(&f, RETURN, SECCOMP_RET_KILL_PROCESS, 0, 0);
  add(&f, LOAD, NUMBER, 0, 0);
  for (size_t i = 0; i < CALLS; i++) {
    add(&f, JUMP_IF_EQUAL, (uint32_t)allowed[i], 0, 1);
    add(&f, RETURN, SECCOMP_RET_ALLOW, 0, 0);
  }
  for (size_t i = 0; i < CONDITIONS; i++) allow_if(&f, conditions[i]);
#ifdef SYS_clone3
  // Its flags are in memory, where no filter sees them; without it, threads are made by `clone`.
  add(&f, JUMP_IF_EQUAL, SYS_clone3, 0, 1);
  add(&f, RETURN, SECCOMP_RET_ERRNO | ENOSYS, 0, 0);
#endif
  // Forbidden calls only fail, because libraries can work without many files.
  add(&f, RETURN, SECCOMP_RET_ERRNO | EPERM, 0, 0);
  const struct sock_fprog program = {f.count, f.all};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
}

#else

static int enter_seccomp(void) { return 0; }

#endif

#if defined(__GLIBC__) && __SIZEOF_POINTER__ == 8
// Some versions of glibc implement these functions with `newfstatat`, which can look at any path, and a filter
// cannot see which. These replace them, only in this program.
int fstat(int descriptor, struct stat *status) {
  return (int)syscall(SYS_fstat, descriptor, status);
}

int fstat64(int descriptor, struct stat64 *status) {
  return (int)syscall(SYS_fstat, descriptor, status);
}
#endif

boxwalk_sandbox boxwalk_sandbox_enter(boxwalk_sandbox_limits limits) {
  boxwalk_sandbox sandbox = {0};
  clearenv();
  sandbox.no_new_privileges = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  sandbox.landlock = enter_landlock();
  sandbox.limits = set_limits(limits);
  sandbox.seccomp = enter_seccomp();
  return sandbox;
}

#else

boxwalk_sandbox boxwalk_sandbox_enter(boxwalk_sandbox_limits limits) {
  boxwalk_sandbox sandbox = {0};
  sandbox.limits = set_limits(limits);
  return sandbox;
}

#endif

// MARK: Attempts

static int was_opened(int descriptor) {
  if (descriptor < 0) return 0;
  close(descriptor);
  return 1;
}

int boxwalk_sandbox_can_open_file(const char *path) {
  return was_opened(open(path, O_RDONLY | O_CLOEXEC));
}

int boxwalk_sandbox_can_write_file(const char *path) {
  return was_opened(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
}

int boxwalk_sandbox_can_open_socket(void) {
  return was_opened(socket(AF_INET, SOCK_STREAM, 0)) || was_opened(socket(AF_UNIX, SOCK_STREAM, 0));
}

int boxwalk_sandbox_can_start_program(void) {
  const pid_t child = vfork();
  if (child == 0) {
    execl("/bin/true", "true", (char *)NULL);
    _exit(127);
  }
  if (child > 0) {
    int status = 0;
    waitpid(child, &status, 0);
    return 1;
  }
  // Without another process, in place of this one: it would not return.
  execl("/bin/true", "true", (char *)NULL);
  return 0;
}

int boxwalk_sandbox_can_fork(void) {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  if (child > 0) waitpid(child, NULL, 0);
  return child > 0;
}

int boxwalk_sandbox_can_kill_parent(void) { return kill(getppid(), 0) == 0; }

int boxwalk_sandbox_can_see_names(void) {
  char path[4096];
  return readlink("/proc/self/exe", path, sizeof path) > 0 || getcwd(path, sizeof path) != NULL
         || was_opened(open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

int boxwalk_sandbox_can_look_at_file(const char *path) {
  struct stat status;
  if (stat(path, &status) == 0 || access(path, F_OK) == 0) return 1;
#ifdef AT_EMPTY_PATH
  if (fstatat(AT_FDCWD, path, &status, AT_EMPTY_PATH) == 0) return 1;
#endif
  return 0;
}

int boxwalk_sandbox_can_set_timer(void) {
  const struct itimerval never = {{0, 0}, {0, 0}};
  return setitimer(ITIMER_REAL, &never, NULL) == 0;
}

int boxwalk_sandbox_can_share_memory(void) {
  const int memory = shmget(IPC_PRIVATE, 4096, 0600);
  if (memory >= 0) shmctl(memory, IPC_RMID, NULL);
#ifdef __linux__
  return memory >= 0 || was_opened((int)syscall(SYS_memfd_create, "", 0));
#else
  return memory >= 0;
#endif
}

int boxwalk_sandbox_can_exceed_memory(void) {
#ifdef __linux__
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return 1;
  void *memory = mmap(NULL, limit.rlim_cur, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 0;
  munmap(memory, limit.rlim_cur);
  return 1;
#else
  return 0;
#endif
}

int boxwalk_sandbox_can_make_code(void) {
  void *memory =
    mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 0;
  munmap(memory, 4096);
  return 1;
}
