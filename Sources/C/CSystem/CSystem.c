#define _GNU_SOURCE
#include "CSystem.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// Removes the files in a folder, and then the folder. If there are folders in it, they and the folder stay.
static void remove_folder(int parent, const char *name, int descriptor) {
  DIR *stream = fdopendir(dup(descriptor));
  if (stream == NULL) return;
  for (struct dirent *entry; (entry = readdir(stream)) != NULL;) {
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
      unlinkat(descriptor, entry->d_name, 0);
  }
  closedir(stream);
  unlinkat(parent, name, AT_REMOVEDIR);
}

void system_remove_abandoned(const char *folder, const char *name) {
  int parent = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY);
  if (parent < 0) return;
  int descriptor = openat(parent, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  struct stat status;
  if (descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0 && fstat(descriptor, &status) == 0) {
    if (S_ISDIR(status.st_mode))
      remove_folder(parent, name, descriptor);
    else
      unlinkat(parent, name, 0);
  }
  if (descriptor >= 0) close(descriptor);
  close(parent);
}

static void fill(struct system_entry *entry, const struct stat *status) {
  mode_t kind = status->st_mode & S_IFMT;
  entry->kind = kind == S_IFREG ? 'f' : kind == S_IFDIR ? 'd' : kind == S_IFLNK ? 'l' : '?';
  entry->size = status->st_size;
#ifdef __APPLE__
  struct timespec modified = status->st_mtimespec;
#else
  struct timespec modified = status->st_mtim;
#endif
  entry->modified_nanoseconds = (int64_t)((uint64_t)modified.tv_sec * 1000000000u) + modified.tv_nsec;
  entry->inode = status->st_ino;
  entry->device = (uint64_t)status->st_dev;
}

int system_list(
    int folder, void *context,
    void (*each)(void *context, const struct system_entry *entry)) {
  int descriptor = fcntl(folder, F_DUPFD_CLOEXEC, 0);
  if (descriptor < 0) return -1;
  DIR *stream = fdopendir(descriptor);
  if (stream == NULL) {
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
  }
  int result = 0;
  for (;;) {
    errno = 0;
    struct dirent *entry = readdir(stream);
    if (entry == NULL) {
      if (errno != 0) result = -1;
      break;
    }
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    struct system_entry found = {.name = entry->d_name};
    struct stat status;
    if (fstatat(dirfd(stream), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0)
      fill(&found, &status);
    else if (errno == ENOENT)
      // The entry no longer exists.
      continue;
    else
      // Its kind is unknown; a program that opens it gets the reason.
      found.kind = entry->d_type == DT_DIR   ? 'd'
                   : entry->d_type == DT_LNK ? 'l'
                                             : 'f';
    each(context, &found);
  }
  int error = errno;
  closedir(stream);
  errno = error;
  return result;
}

int system_status(const char *path, struct system_entry *entry) {
  struct stat status;
  if (lstat(path, &status) != 0) return -1;
  entry->name = NULL;
  fill(entry, &status);
  return 0;
}

// All mappings that ever were, so that a handler of signals can walk them: an entry is used again, and never freed.
struct system_mapping {
  _Atomic(uintptr_t) start;
  _Atomic(size_t) size;
  // The offset of the first page that could not be read; -1 if all could.
  _Atomic(int64_t) unreadable;
  struct system_mapping *next, *next_free;
};

static _Atomic(struct system_mapping *) mappings;
static struct system_mapping *free_mappings;
static pthread_mutex_t mappings_lock = PTHREAD_MUTEX_INITIALIZER;
// What the program did with SIGBUS before.
static struct sigaction program_action;

// A page of a mapped file cannot be read: the file has become shorter, or the disk reports an error. It is noted for the
// mapping before the page reads as zeros, so that whoever sees the zeros can know it.
static void note_unreadable(int number, siginfo_t *info, void *context) {
  const uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE);
  const uintptr_t page = (uintptr_t)info->si_addr & ~(size - 1);
  struct system_mapping *found = info->si_code == BUS_ADRERR ? atomic_load(&mappings) : NULL;
  while (found != NULL && page - atomic_load(&found->start) >= atomic_load(&found->size)) found = found->next;
  if (found != NULL) {
    system_mapping_note(found, (int64_t)(page - atomic_load(&found->start)));
    // What is written to is a copy that only this process sees: the view of a file with other bytes in it.
    if (mmap((void *)page, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | MAP_FIXED, -1, 0) != MAP_FAILED)
      return;
  }
  if (program_action.sa_flags & SA_SIGINFO)
    program_action.sa_sigaction(number, info, context);
  else if (program_action.sa_handler != SIG_DFL && program_action.sa_handler != SIG_IGN)
    program_action.sa_handler(number);
  else
    // It happens again, and ends the program.
    signal(number, SIG_DFL);
}

// Sets the handler once, and again if the program went back to none.
static void handle_unreadable_pages(void) {
  static int is_set;
  struct sigaction action;
  if (sigaction(SIGBUS, NULL, &action) != 0) return;
  const int is_handled = (action.sa_flags & SA_SIGINFO) || (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
  if (is_set && is_handled) return;
  program_action = action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = note_unreadable;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigaction(SIGBUS, &action, NULL);
  is_set = 1;
}

struct system_mapping *system_mapping_add(const void *start, size_t size) {
  pthread_mutex_lock(&mappings_lock);
  handle_unreadable_pages();
  struct system_mapping *added = free_mappings;
  if (added != NULL) {
    free_mappings = added->next_free;
  } else if ((added = calloc(1, sizeof *added)) != NULL) {
    added->next = atomic_load(&mappings);
    atomic_store(&mappings, added);
  }
  if (added != NULL) {
    atomic_store(&added->unreadable, -1);
    atomic_store(&added->start, (uintptr_t)start);
    atomic_store(&added->size, size);
  }
  pthread_mutex_unlock(&mappings_lock);
  return added;
}

void system_mapping_note(struct system_mapping *mapping, int64_t offset) {
  int64_t none = -1;
  atomic_compare_exchange_strong(&mapping->unreadable, &none, offset);
}

int64_t system_mapping_unreadable(const struct system_mapping *mapping) { return atomic_load(&mapping->unreadable); }

void system_mapping_remove(struct system_mapping *mapping) {
  pthread_mutex_lock(&mappings_lock);
  atomic_store(&mapping->size, 0);
  mapping->next_free = free_mappings;
  free_mappings = mapping;
  pthread_mutex_unlock(&mappings_lock);
}

// Whether a file system does not have a call, which is not the case for every error of the call.
static int is_unsupported(int error) {
  return error == EINVAL || error == ENOSYS || error == ENOTSUP || error == EOPNOTSUPP || error == EPERM;
}

// Not every file system has a call for it. Unlike renaming, linking never replaces a file, and nor does making an empty
// one, which is then replaced.
static int rename_in_steps(const char *from, const char *to) {
  struct stat status;
  if (lstat(from, &status) == 0 && S_ISDIR(status.st_mode)) {
    // Folders cannot be linked. Renaming replaces an empty folder at most.
    if (lstat(to, &status) != 0) return rename(from, to);
    errno = EEXIST;
    return -1;
  }
  if (link(from, to) == 0) return unlink(from);
  if (!is_unsupported(errno)) return -1;
  int descriptor = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) return -1;
  close(descriptor);
  if (rename(from, to) == 0) return 0;
  int error = errno;
  unlink(to);
  errno = error;
  return -1;
}

int64_t system_data_start(int descriptor, int64_t offset) {
  return lseek(descriptor, offset, SEEK_DATA);
}

int64_t system_data_end(int descriptor, int64_t offset) {
  return lseek(descriptor, offset, SEEK_HOLE);
}

#ifdef __linux__

#include <linux/fs.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <sys/xattr.h>

int system_rename_exclusive(const char *from, const char *to) {
  // Not every C library has a function for it.
  if (syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  return is_unsupported(errno) ? rename_in_steps(from, to) : -1;
}

int system_exchange(const char *a, const char *b) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE);
}

int system_open_unnamed(const char *folder, unsigned mode) {
  // Without /proc such a file could never be given a name.
  if (access("/proc/self/fd", X_OK) != 0) {
    errno = ENOTSUP;
    return -1;
  }
  int descriptor;
  do {
    descriptor = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
  } while (descriptor < 0 && errno == EINTR);
  return descriptor;
}

int system_give_name(int descriptor, const char *path) {
  char name[40];
  snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
  return linkat(AT_FDCWD, name, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

int system_sync(int descriptor) { return syncfs(descriptor); }

int system_watch_open(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

int system_watch_folder(int watch, const char *path) {
  return inotify_add_watch(
      watch, path,
      IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF
          | IN_MOVE_SELF | IN_ONLYDIR);
}

void system_watch_end(int watch, int folder) { inotify_rm_watch(watch, folder); }

int system_watch_read(
    int watch, void *context, void (*each)(void *context, int folder, const char *name)) {
  _Alignas(struct inotify_event) char buffer[1 << 16];
  for (;;) {
    ssize_t length = read(watch, buffer, sizeof buffer);
    if (length < 0 && errno == EINTR) continue;
    if (length < 0) return errno == EAGAIN ? 0 : -1;
    if (length == 0) return 0;
    for (ssize_t start = 0; start < length;) {
      const struct inotify_event *event = (const struct inotify_event *)(buffer + start);
      start += (ssize_t)(sizeof *event + event->len);
      // The end of a watch is known already.
      if (event->mask & IN_IGNORED) continue;
      int is_file = event->len > 0 && !(event->mask & (IN_ISDIR | IN_Q_OVERFLOW));
      each(context, event->wd, is_file ? event->name : NULL);
    }
  }
}

int system_is_written(int descriptor) {
  // The system refuses a lease for reading on a file that another process has open for writing. The lease is
  // released at once. If a process opens the file in between, a signal reports it and has no other effect.
  fcntl(descriptor, F_SETSIG, SIGURG);
  if (fcntl(descriptor, F_SETLEASE, F_RDLCK) != 0) return errno == EAGAIN;
  fcntl(descriptor, F_SETLEASE, F_UNLCK);
  return 0;
}

int64_t system_copy(int from, int64_t from_offset, int to, int64_t to_offset, size_t count) {
  off_t source = from_offset, target = to_offset;
  return copy_file_range(from, &source, to, &target, count, 0);
}

void system_copy_attributes(int from, int to) {
  ssize_t length = flistxattr(from, NULL, 0);
  if (length <= 0) return;
  char *names = malloc((size_t)length);
  if (names == NULL) return;
  length = flistxattr(from, names, (size_t)length);
  for (ssize_t start = 0; start < length; start += (ssize_t)strlen(names + start) + 1) {
    const char *name = names + start;
    ssize_t size = fgetxattr(from, name, NULL, 0);
    if (size < 0) continue;
    char *value = malloc((size_t)size + 1);
    if (value == NULL) break;
    size = fgetxattr(from, name, value, (size_t)size);
    if (size >= 0) fsetxattr(to, name, value, (size_t)size, 0);
    free(value);
  }
  free(names);
}

int64_t system_attribute(int file, const char *name, void *value, size_t size) {
  return fgetxattr(file, name, value, size);
}

int system_set_attribute(int file, const char *name, const void *value, size_t size) {
  return fsetxattr(file, name, value, size, 0);
}

#else

#include <copyfile.h>
#include <sys/xattr.h>

int system_sync(int descriptor) {
  sync();
  return 0;
}

static int missing(void) {
  errno = ENOTSUP;
  return -1;
}

int system_watch_open(void) { return missing(); }
int system_watch_folder(int watch, const char *path) { return missing(); }
void system_watch_end(int watch, int folder) {}
int system_watch_read(
    int watch, void *context, void (*each)(void *context, int folder, const char *name)) {
  return missing();
}

int system_is_written(int descriptor) { return 0; }

int system_open_unnamed(const char *folder, unsigned mode) { return missing(); }
int system_give_name(int descriptor, const char *path) { return missing(); }

int64_t system_copy(int from, int64_t from_offset, int to, int64_t to_offset, size_t count) {
  return missing();
}

int system_rename_exclusive(const char *from, const char *to) {
  if (renamex_np(from, to, RENAME_EXCL) == 0) return 0;
  return errno == ENOTSUP ? rename_in_steps(from, to) : -1;
}
int system_exchange(const char *a, const char *b) { return renamex_np(a, b, RENAME_SWAP); }
void system_copy_attributes(int from, int to) {
  fcopyfile(from, to, NULL, COPYFILE_XATTR | COPYFILE_ACL);
}
int64_t system_attribute(int file, const char *name, void *value, size_t size) {
  return fgetxattr(file, name, value, size, 0, 0);
}
int system_set_attribute(int file, const char *name, const void *value, size_t size) {
  return fsetxattr(file, name, value, size, 0, 0);
}

#endif
