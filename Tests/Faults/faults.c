// A library that comes between a program and the C library (LD_PRELOAD), counts the calls to the system that concern one
// folder, a socket or a process, and makes one of them fail, or lets something happen before it.
//
//   FAULTS_PROGRAM the program whose calls count, boxwalk or boxwalk-codec; in the latter, calls for any file do
//   FAULTS_FOLDER  the folder
//   FAULTS_FILES   with any value, only calls for files of the folder count
//   FAULTS_LOG     a file that gets 16 bytes for each call, the name of the function
//   FAULTS_COUNT   a file in which the calls are counted, so that those of several processes count together
//   FAULTS_AT      the number of the call, from 1 on
//   FAULTS_ERROR   the errno with which that call fails
//   FAULTS_SHORT   with any value, that call reads or writes only half of the bytes
//   FAULTS_FULL    with any value, all later calls that need room on the disk fail, too
//   FAULTS_KILL    with any value, SIGKILL ends the program as it makes that call
//   FAULTS_RUN     a shell command that runs to its end before that call is made
//   FAULTS_MEMORY  with any value, only allocations of libraries other than the C library count

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static const char *folder, *command;
static size_t folder_length;
// Names of functions in the order of the calls, in a mapped file: processes in a sandbox write there, too.
static char (*names)[16];
enum { MOST_NAMES = 1 << 20 };
static int kills, fills, code, shortens, is_memory, is_worker, is_of_files;
static long at;
// Processes that were forked count together.
static atomic_long *calls;

// Memory that processes share, in a file if there is one.
static void *shared(const char *path, size_t size) {
  int descriptor = path == NULL ? -1 : open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (path != NULL && (descriptor < 0 || ftruncate(descriptor, (off_t)size) != 0)) return NULL;
  int flags = MAP_SHARED | (path == NULL ? MAP_ANONYMOUS : 0);
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, flags, descriptor, 0);
  if (descriptor >= 0) close(descriptor);
  return memory == MAP_FAILED ? NULL : memory;
}

static long number_of(const char *name) {
  const char *value = getenv(name);
  return value == NULL ? 0 : atol(value);
}

__attribute__((constructor)) static void begin(void) {
  const char *program = getenv("FAULTS_PROGRAM");
  if (strcmp(program_invocation_short_name, program == NULL ? "boxwalk" : program) != 0) return;
  is_worker = strcmp(program_invocation_short_name, "boxwalk") != 0;
  const char *log = getenv("FAULTS_LOG");
  if (log != NULL) names = shared(log, sizeof *names * MOST_NAMES);
  at = number_of("FAULTS_AT");
  code = (int)number_of("FAULTS_ERROR");
  kills = getenv("FAULTS_KILL") != NULL;
  fills = getenv("FAULTS_FULL") != NULL;
  shortens = getenv("FAULTS_SHORT") != NULL;
  is_memory = getenv("FAULTS_MEMORY") != NULL;
  is_of_files = getenv("FAULTS_FILES") != NULL;
  command = getenv("FAULTS_RUN");
  folder = getenv("FAULTS_FOLDER");
  folder_length = folder == NULL ? 0 : strlen(folder);
  calls = shared(getenv("FAULTS_COUNT"), sizeof *calls);
}

static void run_command(void) {
  pid_t child;
  char *arguments[] = {"sh", "-c", (char *)command, NULL};
  char *environment[] = {"PATH=/usr/bin:/bin", NULL};
  if (posix_spawn(&child, "/bin/sh", NULL, NULL, arguments, environment) == 0)
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
    }
}

// For calls that concern no file, such as those for processes, and for those that never count.
enum { ANYWHERE = -2, NOWHERE = -3 };

// By pipes, a program wakes itself, and prints; they are never full.
static int is_of_kind(int descriptor, mode_t kind) {
  struct stat status;
  return descriptor >= 0 && syscall(SYS_fstat, descriptor, &status) == 0 && (status.st_mode & S_IFMT) == kind;
}

static int concerns(int descriptor, const char *path) {
  char link[40], target[PATH_MAX + 1];
  if (is_memory || descriptor == NOWHERE) return 0;
  if (is_worker) return !is_of_kind(descriptor, S_IFIFO);
  if (descriptor == ANYWHERE) return !is_of_files;
  if (folder == NULL) return 0;
  if (path != NULL) {
    // Paths like /proc/self/fd/3/name, too.
    if (strncmp(path, folder, folder_length) == 0) return 1;
    if (strncmp(path, "/proc/self/fd/", 14) == 0)
      descriptor = atoi(path + 14);
    else if (path[0] == '/')
      return 0;
  }
  if (descriptor < 0) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, target, PATH_MAX);
  if (length < 0) return 0;
  target[length] = 0;
  return strncmp(target, folder, folder_length) == 0 || (!is_of_files && strncmp(target, "socket:", 7) == 0);
}

enum { GOES_ON, FAILS, IS_SHORT };

// Counts a call. Whether it fails, with `errno` set.
static int count_call(const char *name, int needs_room) {
  int error = errno;
  long number = atomic_fetch_add(calls, 1) + 1;
  // Calls that the C library makes itself are not counted.
  if (names != NULL && number <= MOST_NAMES) strncpy(names[number - 1], name, sizeof *names);
  int is_here = number == at;
  if (is_here && kills) {
    kill(getpid(), SIGKILL);
    // The sandbox of the worker does not let it.
    __builtin_trap();
  }
  if (is_here && command != NULL) run_command();
  errno = error;
  if (code != 0 && (is_here || (fills && needs_room && number > at))) {
    errno = code;
    return FAILS;
  }
  return is_here && shortens ? IS_SHORT : GOES_ON;
}

static int fault(const char *name, int needs_room, int descriptor, const char *path) {
  int error = errno;
  if (calls == NULL || !concerns(descriptor, path)) {
    errno = error;
    return GOES_ON;
  }
  errno = error;
  return count_call(name, needs_room && !is_of_kind(descriptor, S_IFSOCK));
}

static int fails(const char *name, int needs_room, int descriptor, const char *path) {
  return fault(name, needs_room, descriptor, path) == FAILS;
}

#define NEXT(name) \
  static __typeof__(&name) next; \
  if (next == NULL) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

// A function with its parameters, its result on failure, whether it needs space on the disk, and its descriptor and
// path.
#define WRAP(type, name, parameters, failure, needs_room, descriptor, path, ...) \
  type name parameters { \
    NEXT(name); \
    if (fails(#name, needs_room, descriptor, path)) return failure; \
    return next(__VA_ARGS__); \
  }

// A function that may do less than it was asked to: `n` is the number of bytes.
#define WRAP_COUNTED(name, parameters, needs_room, descriptor, ...) \
  ssize_t name parameters { \
    NEXT(name); \
    int kind = fault(#name, needs_room, descriptor, NULL); \
    if (kind == FAILS) return -1; \
    if (kind == IS_SHORT) n = (n + 1) / 2; \
    return next(__VA_ARGS__); \
  }

// O_TMPFILE has the bit of O_DIRECTORY in it; opening a folder for reading needs no room.
static int makes_file(int flags) { return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE; }

int open(const char *path, int flags, ...) {
  NEXT(open);
  va_list list;
  va_start(list, flags);
  mode_t mode = va_arg(list, mode_t);
  va_end(list);
  if (fails("open", makes_file(flags), -1, path)) return -1;
  return next(path, flags, mode);
}

int openat(int parent, const char *path, int flags, ...) {
  NEXT(openat);
  va_list list;
  va_start(list, flags);
  mode_t mode = va_arg(list, mode_t);
  va_end(list);
  if (fails("openat", makes_file(flags), parent, path)) return -1;
  return next(parent, path, flags, mode);
}

int fcntl(int descriptor, int request, ...) {
  NEXT(fcntl);
  va_list list;
  va_start(list, request);
  void *argument = va_arg(list, void *);
  va_end(list);
  if (fails("fcntl", 0, descriptor, NULL)) return -1;
  return next(descriptor, request, argument);
}

// The program makes one call by its number: renameat2.
long syscall(long number, ...) {
  NEXT(syscall);
  long values[6];
  va_list list;
  va_start(list, number);
  for (int i = 0; i < 6; i++) values[i] = va_arg(list, long);
  va_end(list);
  if (number == SYS_renameat2 && fails("renameat2", 0, (int)values[2], (const char *)values[3]))
    return -1;
  return next(number, values[0], values[1], values[2], values[3], values[4], values[5]);
}

WRAP(int, access, (const char *p, int mode), -1, 0, -1, p, p, mode)
WRAP(int, stat, (const char *p, struct stat *s), -1, 0, -1, p, p, s)
WRAP(int, lstat, (const char *p, struct stat *s), -1, 0, -1, p, p, s)
WRAP(int, fstat, (int d, struct stat *s), -1, 0, d, NULL, d, s)
WRAP(int, fstatat, (int d, const char *p, struct stat *s, int f), -1, 0, d, p, d, p, s, f)
WRAP(off_t, lseek, (int d, off_t o, int whence), -1, 0, d, NULL, d, o, whence)
WRAP_COUNTED(read, (int d, void *b, size_t n), 0, d, d, b, n)
WRAP_COUNTED(pread, (int d, void *b, size_t n, off_t o), 0, d, d, b, n, o)
WRAP_COUNTED(write, (int d, const void *b, size_t n), 1, d, d, b, n)
WRAP_COUNTED(pwrite, (int d, const void *b, size_t n, off_t o), 1, d, d, b, n, o)
WRAP_COUNTED(copy_file_range, (int d, off_t *o, int e, off_t *u, size_t n, unsigned f), 1, e, d, o, e, u, n, f)
WRAP(ssize_t, sendmsg, (int d, const struct msghdr *m, int f), -1, 0, d, NULL, d, m, f)
WRAP(ssize_t, recvmsg, (int d, struct msghdr *m, int f), -1, 0, d, NULL, d, m, f)
// Those that do not wait are not interrupted.
WRAP(int, poll, (struct pollfd *p, nfds_t n, int t), -1, 0, t == 0 ? NOWHERE : ANYWHERE, NULL, p, n, t)
WRAP(pid_t, waitpid, (pid_t p, int *s, int o), -1, 0, o & WNOHANG ? NOWHERE : ANYWHERE, NULL, p, s, o)
WRAP(pid_t, fork, (void), -1, 0, ANYWHERE, NULL)
WRAP(int, socketpair, (int d, int t, int p, int s[2]), -1, 0, ANYWHERE, NULL, d, t, p, s)
WRAP(int, pipe, (int p[2]), -1, 0, ANYWHERE, NULL, p)
WRAP(int, pipe2, (int p[2], int f), -1, 0, ANYWHERE, NULL, p, f)
WRAP(int, statx, (int d, const char *restrict p, int f, unsigned m, struct statx *restrict s), -1, 0, d, p, d, p, f, m, s)
WRAP(int, ftruncate, (int d, off_t n), -1, 1, d, NULL, d, n)
WRAP(int, fsync, (int d), -1, 1, d, NULL, d)
WRAP(int, fdatasync, (int d), -1, 1, d, NULL, d)
WRAP(int, syncfs, (int d), -1, 0, d, NULL, d)
WRAP(int, link, (const char *p, const char *q), -1, 1, -1, q, p, q)
WRAP(int, linkat, (int d, const char *p, int e, const char *q, int f), -1, 1, e, q, d, p, e, q, f)
WRAP(int, unlink, (const char *p), -1, 0, -1, p, p)
WRAP(int, unlinkat, (int d, const char *p, int f), -1, 0, d, p, d, p, f)
WRAP(int, rename, (const char *p, const char *q), -1, 0, -1, q, p, q)
WRAP(int, renameat, (int d, const char *p, int e, const char *q), -1, 0, e, q, d, p, e, q)
WRAP(int, renameat2, (int d, const char *p, int e, const char *q, unsigned f), -1, 0, e, q, d, p, e, q, f)
WRAP(int, mkdir, (const char *p, mode_t m), -1, 1, -1, p, p, m)
WRAP(int, mkdirat, (int d, const char *p, mode_t m), -1, 1, d, p, d, p, m)
WRAP(int, rmdir, (const char *p), -1, 0, -1, p, p)
WRAP(int, fchmod, (int d, mode_t m), -1, 0, d, NULL, d, m)
WRAP(int, fchown, (int d, uid_t u, gid_t g), -1, 0, d, NULL, d, u, g)
WRAP(int, futimens, (int d, const struct timespec t[2]), -1, 0, d, NULL, d, t)
WRAP(ssize_t, flistxattr, (int d, char *l, size_t n), -1, 0, d, NULL, d, l, n)
WRAP(ssize_t, fgetxattr, (int d, const char *k, void *v, size_t n), -1, 0, d, NULL, d, k, v, n)
WRAP(int, fsetxattr, (int d, const char *k, const void *v, size_t n, int f), -1, 1, d, NULL, d, k, v, n, f)
WRAP(int, flock, (int d, int operation), -1, 0, d, NULL, d, operation)
WRAP(void *, mmap, (void *a, size_t n, int p, int f, int d, off_t o), MAP_FAILED, 0, d, NULL, a, n, p, f, d, o)
WRAP(DIR *, opendir, (const char *p), NULL, 0, -1, p, p)
WRAP(struct dirent *, readdir, (DIR *s), NULL, 0, dirfd(s), NULL, s)
WRAP(char *, realpath, (const char *restrict p, char *restrict r), NULL, 0, -1, p, p, r)

// The descriptor is closed in any case.
int close(int descriptor) {
  NEXT(close);
  int is_failing = fails("close", 0, descriptor, NULL), error = errno;
  int result = next(descriptor);
  if (!is_failing) return result;
  errno = error;
  return -1;
}

int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes, void *(*run)(void *),
                   void *restrict argument) {
  NEXT(pthread_create);
  if (fails("pthread_create", 0, ANYWHERE, NULL)) return errno;
  return next(thread, attributes, run, argument);
}

// The program starts its helper with few variables of its environment: those for this library go along.
int posix_spawn(pid_t *restrict child, const char *restrict program, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *restrict attributes, char *const arguments[restrict],
                char *const environment[restrict]) {
  NEXT(posix_spawn);
  if (fails("posix_spawn", 0, ANYWHERE, NULL)) return errno;
  char *variables[256];
  size_t count = 0;
  for (char *const *each = environment; *each != NULL && count < 200; each++) variables[count++] = *each;
  for (char **each = environ; *each != NULL && count < 255; each++)
    if (strncmp(*each, "FAULTS_", 7) == 0 || strncmp(*each, "LD_PRELOAD=", 11) == 0) variables[count++] = *each;
  variables[count] = NULL;
  return next(child, program, actions, attributes, arguments, variables);
}

// MARK: Memory

void *_Znwm(size_t size), *_Znam(size_t size);

// Whether an address is in a library that others wrote, and not in the program, Swift, or the libraries of C and C++.
static int is_of_library(const void *address) {
  // What was found before, as the address and a bit.
  static _Atomic uintptr_t found[1 << 14];
  _Atomic uintptr_t *slot = &found[((uintptr_t)address >> 2) % (sizeof found / sizeof *found)];
  uintptr_t known = *slot;
  if (known >> 1 == (uintptr_t)address) return (int)(known & 1);
  Dl_info info;
  int is_there = dladdr(address, &info) != 0 && info.dli_fname != NULL;
  const char *slash = is_there ? strrchr(info.dli_fname, '/') : NULL;
  const char *name = slash == NULL ? "boxwalk" : slash + 1;
  // Those of GLib and NUMA end the program, or wait for ever, if they have no memory as they are loaded.
  static const char *const others[] = {"boxwalk", "libc.so", "ld-linux", "libstdc++", "libswift", "libglib", "libnuma", "faults.so"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (strncmp(name, others[i], strlen(others[i])) == 0) is_there = 0;
  *slot = (uintptr_t)address << 1 | (uintptr_t)is_there;
  return is_there;
}

// Whether a caller gets no memory. boxwalk-codec asks, whose functions are ahead of those below.
int boxwalk_denies_memory(const void *caller) {
  static __thread int is_counting;
  if (calls == NULL || !is_memory || is_counting) return 0;
  is_counting = 1;
  int is_failing = is_of_library(caller) && count_call("malloc", 0) == FAILS;
  is_counting = 0;
  return is_failing;
}

void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);

// Libraries that are opened with their own ones ahead of those of the program would get memory past these functions. The
// call is the last thing, a jump, so that it comes from the caller, beside which libraries are looked for.
__attribute__((optimize("optimize-sibling-calls"))) void *dlopen(const char *name, int flags) {
  NEXT(dlopen);
  return next(name, is_memory ? flags & ~RTLD_DEEPBIND : flags);
}

void *malloc(size_t size) { return boxwalk_denies_memory(__builtin_return_address(0)) ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) {
  return boxwalk_denies_memory(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}
void *realloc(void *memory, size_t size) {
  return boxwalk_denies_memory(__builtin_return_address(0)) ? NULL : __libc_realloc(memory, size);
}
int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (boxwalk_denies_memory(__builtin_return_address(0))) return ENOMEM;
  void *found = __libc_memalign(alignment, size);
  if (found == NULL) return ENOMEM;
  *memory = found;
  return 0;
}

// `operator new` of C++, which throws.
void *_Znwm(size_t size) {
  static void (*fail)(void);
  if (boxwalk_denies_memory(__builtin_return_address(0))) {
    if (fail == NULL) fail = (void (*)(void))dlsym(RTLD_DEFAULT, "_ZSt17__throw_bad_allocv");
    fail();
  }
  NEXT(_Znwm);
  return next(size);
}
void *_Znam(size_t size) { return _Znwm(size); }
