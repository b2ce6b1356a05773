#define _GNU_SOURCE
#include "system_ends.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

static const int ends[] = {SIGINT, SIGTERM, SIGHUP};

// The recorded signal, or 0.
static volatile sig_atomic_t recorded;
// How many signals have come, and when the last one did, in milliseconds.
static volatile sig_atomic_t count;
static volatile int64_t last;
static volatile sig_atomic_t is_held;
// A byte in it wakes the thread that waits, whichever thread gets the signal.
static int wake[2] = {-1, -1};
// A byte in it is the signal for the thread that ends the program.
static int ending[2] = {-1, -1};

// To read from the first and to write to the second; no other program gets them.
static int open_pipe(int pipe_ends[2]) {
#ifdef __linux__
  return pipe2(pipe_ends, O_CLOEXEC);
#else
  if (pipe(pipe_ends) != 0) return -1;
  fcntl(pipe_ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(pipe_ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

static int64_t milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static _Noreturn void die(int number) {
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, number);
  signal(number, SIG_DFL);
  raise(number);
  pthread_sigmask(SIG_UNBLOCK, &one, NULL);
  // The first process of a container is not ended by signals.
  _exit(128 + number);
}

static void note_end(int number) {
  const int error = errno;
  const int64_t now = milliseconds();
  // timeout(1) sends a signal to a program, and at once to its group, too.
  if (count > 0 && now - last < 500) return;
  last = now;
  const char byte = (char)number;
  const int step = count++ + !is_held;
  if (step == 0) {
    recorded = number;
    if (write(wake[1], "", 1) == 1) errno = error;
  } else if (step > 1 || ending[1] < 0 || write(ending[1], &byte, 1) != 1) {
    die(number);
  }
  errno = error;
}

static int take_signals(void) {
  // The calling program may have blocked them.
  sigset_t taken;
  sigemptyset(&taken);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    struct sigaction action;
    if (sigaction(ends[i], NULL, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    memset(&action, 0, sizeof action);
    action.sa_handler = note_end;
    action.sa_flags = SA_RESTART;
    sigaction(ends[i], &action, NULL);
    sigaddset(&taken, ends[i]);
  }
  return pthread_sigmask(SIG_UNBLOCK, &taken, NULL);
}

// MARK: Faults

static void report_fault(int number) {
  (void)number;
  static const char sentence[] =
      "boxwalk: a fault of boxwalk ended it; please report it, with the command and the file if you can share it\n";
  // Only calls that are allowed while anything may be damaged.
  const ssize_t written = write(STDERR_FILENO, sentence, sizeof sentence - 1);
  (void)written;
  _exit(70);
}

void system_report_faults(void) {
  static const int faults[] = {SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGTRAP, SIGILL};
  sigset_t taken;
  sigemptyset(&taken);
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    struct sigaction action;
    // Programs for finding faults may have taken them.
    if (sigaction(faults[i], NULL, &action) != 0 || action.sa_handler != SIG_DFL) continue;
    memset(&action, 0, sizeof action);
    action.sa_handler = report_fault;
    sigaddset(&taken, faults[i]);
    sigaction(faults[i], &action, NULL);
  }
  pthread_sigmask(SIG_UNBLOCK, &taken, NULL);
}

// MARK: Unfinished files

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int is_asked, is_ready;
static struct paths {
  char **paths;
  int count, room;
} unfinished, made_folders;

/// Removes the files in a folder, and the folder; whether it is gone.
static int remove_folder(const char *path) {
  DIR *stream = opendir(path);
  if (!stream) return 1;
  for (struct dirent *entry; (entry = readdir(stream)) != NULL;) {
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
      unlinkat(dirfd(stream), entry->d_name, 0);
  }
  closedir(stream);
  return rmdir(path) == 0;
}

static void *remove_and_end(void *nothing) {
  (void)nothing;
  char number;
  while (read(ending[0], &number, 1) != 1) {}
  // For good: nothing becomes unfinished, or finished, from now on.
  pthread_mutex_lock(&mutex);
  for (int i = 0; i < unfinished.count; i++) {
    const char *path = unfinished.paths[i];
    if (unlink(path) == 0 || errno == ENOENT) continue;
    // Other threads may still write into the folder, but not into one that is gone.
    for (int tries = 0; tries < 100 && !remove_folder(path); tries++) {}
  }
  system_remove_empty_made_folders();
  die(number);
}

/// Most runs have nothing to remove, and do without the thread.
static void get_ready(void) {
  if (open_pipe(ending) != 0) return;
  pthread_t thread;
  if (pthread_create(&thread, NULL, remove_and_end, NULL) == 0) {
    pthread_detach(thread);
    take_signals();
    is_ready = 1;
  } else {
    close(ending[0]);
    close(ending[1]);
    ending[1] = -1;
  }
}

void system_remove_unfinished_at_end(void) { is_asked = 1; }

void system_begin_undisturbed(void) {
  pthread_mutex_lock(&mutex);
  if (is_asked && !is_ready) get_ready();
}

void system_end_undisturbed(void) { pthread_mutex_unlock(&mutex); }

static void add(struct paths *list, const char *path) {
  if (list->count == list->room) {
    const int room = list->room ? list->room * 2 : 16;
    char **paths = realloc(list->paths, (size_t)room * sizeof *paths);
    if (!paths) return;
    list->paths = paths;
    list->room = room;
  }
  char *copy = strdup(path);
  if (copy) list->paths[list->count++] = copy;
}

void system_add_unfinished(const char *path) { add(&unfinished, path); }

void system_add_made_folder(const char *path) { add(&made_folders, path); }

void system_remove_empty_made_folders(void) {
  // Those in others were made later.
  while (made_folders.count > 0) {
    char *path = made_folders.paths[--made_folders.count];
    rmdir(path);
    free(path);
  }
}

void system_drop_unfinished(const char *path) {
  for (int i = 0; i < unfinished.count; i++) {
    if (strcmp(unfinished.paths[i], path) != 0) continue;
    free(unfinished.paths[i]);
    unfinished.paths[i] = unfinished.paths[--unfinished.count];
    return;
  }
}

// MARK: Recorded signals

int system_hold_ends(void) {
  if (open_pipe(wake) != 0) return -1;
  is_held = 1;
  return take_signals();
}

int system_is_ended(void) { return recorded != 0; }

void system_wait(int descriptor, double seconds) {
  struct pollfd states[] = {{.fd = wake[0], .events = POLLIN}, {.fd = descriptor, .events = POLLIN}};
  poll(states, 2, seconds < 0 ? -1 : seconds > 1e6 ? 1000000000 : (int)(seconds * 1000));
}

void system_end_as_recorded(void) {
  if (recorded) die(recorded);
}
