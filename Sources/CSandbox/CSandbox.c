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

#include <dlfcn.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

// MARK: Landlock

// Copied from <linux/landlock.h>. The versions of this header in distributions differ.
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_restrict_self 446
#endif

enum { LANDLOCK_VERSION = 1 };

struct landlock_rules {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

static int landlock_version(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_VERSION);
  return version > 0 ? (int)version : 0;
}

/// Rules without an exception: everything that they handle is forbidden.
static int enter_landlock(void) {
  const int version = landlock_version();
  if (version == 0) return 0;
  struct landlock_rules rules = {0};
  // Rights to files: 13 in the first version, then REFER, TRUNCATE and IOCTL_DEV.
  static const int rights[] = {0, 13, 14, 15, 15, 16};
  const int last = (int)(sizeof rights / sizeof rights[0]) - 1;
  rules.files = (1ULL << rights[version < last ? version : last]) - 1;
  // Version 4: binding to TCP ports, and connecting.
  if (version >= 4) rules.network = 3;
  // Version 6: abstract Unix sockets, and signals.
  if (version >= 6) rules.scopes = 3;
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

// Copied from <seccomp.h> of libseccomp 2.5, which is opened at run time.
typedef void *filter;
struct comparison {
  unsigned int argument;
  int operation;
  uint64_t a, b;
};
enum { MASKED_EQUAL = 7, EQUAL = 4, THREAD_SYNC = 4 };
static const uint32_t ALLOW = 0x7fff0000;
#define FAIL(code) (0x00050000u | ((code) & 0xffffu))

static struct {
  filter (*init)(uint32_t);
  void (*release)(filter);
  int (*load)(filter);
  int (*set)(filter, int, uint32_t);
  int (*resolve)(const char *);
  int (*add)(filter, uint32_t, int, unsigned int, const struct comparison *);
} seccomp;

static int open_seccomp(void) {
  if (seccomp.init) return 1;
  void *library = dlopen("libseccomp.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
  seccomp.release = dlsym(library, "seccomp_release");
  seccomp.load = dlsym(library, "seccomp_load");
  seccomp.set = dlsym(library, "seccomp_attr_set");
  seccomp.resolve = dlsym(library, "seccomp_syscall_resolve_name");
  seccomp.add = dlsym(library, "seccomp_rule_add_array");
  if (!seccomp.release || !seccomp.load || !seccomp.set || !seccomp.resolve || !seccomp.add) {
    return 0;
  }
  seccomp.init = dlsym(library, "seccomp_init");
  return seccomp.init != NULL;
}

/// Whether the kernel filters calls.
static int has_seccomp(void) { return prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0; }

/// What decoding needs: memory, threads, time, and the descriptors that are open.
static const char *const allowed[] = {
  "read", "pread64", "readv", "preadv", "write", "pwrite64", "writev", "pwritev", "lseek", "fstat",
  "fstat64", "ftruncate", "fsync", "fdatasync", "close", "poll", "ppoll", "brk", "munmap",
  "mremap", "madvise", "futex", "set_robust_list", "get_robust_list", "rseq", "membarrier",
  "sched_yield", "sched_getaffinity", "sched_getparam", "sched_getscheduler",
  "sched_get_priority_min", "sched_get_priority_max", "getpid", "gettid", "getppid", "getuid",
  "geteuid", "getgid", "getegid", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack",
  "exit", "exit_group", "restart_syscall", "clock_gettime", "clock_getres", "clock_nanosleep",
  "nanosleep", "gettimeofday", "getrandom", "getrusage", "sysinfo", "uname", "getcpu",
  "get_mempolicy", "arch_prctl", "set_tid_address", "shutdown",
};

static int allow(filter filter, const char *name, unsigned int count, const struct comparison *c) {
  const int number = seccomp.resolve(name);
  // A call that this kind of processor does not have.
  if (number < 0) return 1;
  return seccomp.add(filter, ALLOW, number, count, c) == 0;
}

/// The rules that are the same in all processes; NULL if there is none.
static filter new_filter(void) {
  if (!has_seccomp() || !open_seccomp()) return NULL;
  // Forbidden calls fail as if a file did not exist, because libraries can work without many files.
  filter filter = seccomp.init(FAIL(EPERM));
  if (!filter) return NULL;
  int all = seccomp.set(filter, THREAD_SYNC, 1) == 0;
  for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++) {
    all &= allow(filter, allowed[i], 0, NULL);
  }
  // Memory that is code cannot be made.
  const struct comparison no_code = {2, MASKED_EQUAL, PROT_EXEC, 0};
  all &= allow(filter, "mmap", 1, &no_code);
  all &= allow(filter, "mmap2", 1, &no_code);
  all &= allow(filter, "mprotect", 1, &no_code);
  // Threads, and no processes.
  const struct comparison thread = {0, MASKED_EQUAL, CLONE_THREAD, CLONE_THREAD};
  all &= allow(filter, "clone", 1, &thread);
  // Its flags are in memory, where no filter sees them; without it, threads are made by `clone`.
  const int clone3 = seccomp.resolve("clone3");
  if (clone3 >= 0) all &= seccomp.add(filter, FAIL(ENOSYS), clone3, 0, NULL) == 0;
  // The names of threads, and of memory.
  const struct comparison thread_name = {0, EQUAL, PR_SET_NAME, 0};
  all &= allow(filter, "prctl", 1, &thread_name);
  const struct comparison memory_name = {0, EQUAL, 0x53564d41, 0};
  all &= allow(filter, "prctl", 1, &memory_name);
  // Whether a descriptor is open for writing.
  const struct comparison flags = {1, EQUAL, F_GETFL, 0};
  all &= allow(filter, "fcntl", 1, &flags);
  all &= allow(filter, "fcntl64", 1, &flags);
  // The limit of memory, which is asked for and not set.
  const struct comparison no_limit = {2, EQUAL, 0, 0};
  all &= allow(filter, "prlimit64", 1, &no_limit);
  if (all) return filter;
  seccomp.release(filter);
  return NULL;
}

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

// Made once for all processes that this one becomes.
static filter common_filter;

static int enter_seccomp(void) {
  filter filter = common_filter ? common_filter : new_filter();
  if (!filter) return 0;
  // Signals to itself: abort() is one.
  const struct comparison self = {0, EQUAL, (uint64_t)getpid(), 0};
  int all = allow(filter, "tgkill", 1, &self);
  all = all && seccomp.load(filter) == 0;
  seccomp.release(filter);
  common_filter = NULL;
  return all;
}

void boxwalk_sandbox_prepare(void) {
  if (!common_filter) common_filter = new_filter();
}

boxwalk_sandbox boxwalk_sandbox_enter(boxwalk_sandbox_limits limits) {
  boxwalk_sandbox sandbox = {0};
  clearenv();
  // While files can be opened.
  open_seccomp();
  sandbox.no_new_privileges = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  sandbox.landlock = enter_landlock();
  sandbox.limits = set_limits(limits);
  sandbox.seccomp = enter_seccomp();
  return sandbox;
}

#else

void boxwalk_sandbox_prepare(void) {}

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
