// A library that comes between `boxwalk` and the C library (LD_PRELOAD), counts the calls of the
// file layer that concern one folder, and makes one of them fail, or lets something happen before it.
//
//   FAULTS_FOLDER  the folder
//   FAULTS_LOG     a file that gets a line for each call: its number and the name of the function
//   FAULTS_AT      the number of the call, from 1 on
//   FAULTS_ERROR   the errno with which that call fails
//   FAULTS_FULL    with any value, all later calls that need room on the disk fail, too
//   FAULTS_KILL    with any value, SIGKILL ends the program as it makes that call
//   FAULTS_RUN     a shell command that runs to its end before that call is made

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static const char *folder, *command;
static size_t folder_length;
static FILE *log_file;
static int kills, fills, code;
static long at;
static atomic_long calls;

static long number_of(const char *name) {
  const char *value = getenv(name);
  return value == NULL ? 0 : atol(value);
}

// Helpers of the program, which it starts with the same environment, are left alone.
__attribute__((constructor)) static void begin(void) {
  if (strcmp(program_invocation_short_name, "boxwalk") != 0) return;
  const char *log = getenv("FAULTS_LOG");
  if (log != NULL) log_file = fopen(log, "ae");
  at = number_of("FAULTS_AT");
  code = (int)number_of("FAULTS_ERROR");
  kills = getenv("FAULTS_KILL") != NULL;
  fills = getenv("FAULTS_FULL") != NULL;
  command = getenv("FAULTS_RUN");
  folder = getenv("FAULTS_FOLDER");
  folder_length = folder == NULL ? 0 : strlen(folder);
}

static void run_command(void) {
  pid_t child;
  char *arguments[] = {"sh", "-c", (char *)command, NULL};
  char *environment[] = {"PATH=/usr/bin:/bin", NULL};
  if (posix_spawn(&child, "/bin/sh", NULL, NULL, arguments, environment) == 0)
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
    }
}

static int is_of_folder(int descriptor, const char *path) {
  char link[40], target[PATH_MAX + 1];
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
  return strncmp(target, folder, folder_length) == 0;
}

// Whether the call fails, with `errno` set.
static int fails(const char *name, int needs_room, int descriptor, const char *path) {
  int error = errno;
  if (!is_of_folder(descriptor, path)) {
    errno = error;
    return 0;
  }
  long number = atomic_fetch_add(&calls, 1) + 1;
  // Calls that the C library makes itself are not counted.
  if (log_file != NULL) {
    fprintf(log_file, "%ld %s\n", number, name);
    fflush(log_file);
  }
  int is_here = number == at;
  if (is_here && kills) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
  }
  if (is_here && command != NULL) run_command();
  if (code != 0 && (is_here || (fills && needs_room && number > at))) {
    errno = code;
    return 1;
  }
  errno = error;
  return 0;
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
WRAP(ssize_t, read, (int d, void *b, size_t n), -1, 0, d, NULL, d, b, n)
WRAP(ssize_t, pread, (int d, void *b, size_t n, off_t o), -1, 0, d, NULL, d, b, n, o)
WRAP(ssize_t, write, (int d, const void *b, size_t n), -1, 1, d, NULL, d, b, n)
WRAP(ssize_t, pwrite, (int d, const void *b, size_t n, off_t o), -1, 1, d, NULL, d, b, n, o)
WRAP(int, ftruncate, (int d, off_t n), -1, 1, d, NULL, d, n)
WRAP(int, fsync, (int d), -1, 1, d, NULL, d)
WRAP(int, syncfs, (int d), -1, 0, d, NULL, d)
WRAP(ssize_t, copy_file_range, (int d, off_t *o, int e, off_t *u, size_t n, unsigned f), -1, 1, e, NULL, d, o, e, u, n, f)
WRAP(int, link, (const char *p, const char *q), -1, 1, -1, q, p, q)
WRAP(int, linkat, (int d, const char *p, int e, const char *q, int f), -1, 1, e, q, d, p, e, q, f)
WRAP(int, unlink, (const char *p), -1, 0, -1, p, p)
WRAP(int, unlinkat, (int d, const char *p, int f), -1, 0, d, p, d, p, f)
WRAP(int, rename, (const char *p, const char *q), -1, 0, -1, q, p, q)
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
