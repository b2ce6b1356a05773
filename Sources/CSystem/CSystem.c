#define _GNU_SOURCE
#include "CSystem.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

void system_remove_abandoned(const char *folder, const char *start, const char *end) {
  DIR *stream = opendir(folder);
  if (stream == NULL) return;
  size_t start_length = strlen(start), end_length = strlen(end);
  for (struct dirent *entry; (entry = readdir(stream)) != NULL;) {
    size_t length = strlen(entry->d_name);
    if (length < start_length + end_length || strncmp(entry->d_name, start, start_length) != 0
        || strcmp(entry->d_name + length - end_length, end) != 0)
      continue;
    int descriptor = openat(dirfd(stream), entry->d_name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor < 0) continue;
    if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) unlinkat(dirfd(stream), entry->d_name, 0);
    close(descriptor);
  }
  closedir(stream);
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
    const char *folder, void *context,
    void (*each)(void *context, const struct system_entry *entry)) {
  DIR *stream = opendir(folder);
  if (stream == NULL) return -1;
  int result = 0;
  for (;;) {
    errno = 0;
    struct dirent *entry = readdir(stream);
    if (entry == NULL) {
      if (errno != 0) result = -1;
      break;
    }
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    struct stat status;
    // What is gone by now is not there.
    if (fstatat(dirfd(stream), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    struct system_entry found = {.name = entry->d_name};
    fill(&found, &status);
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

// Not every file system has such a call. Unlike renaming, linking never replaces a file.
static int rename_by_link(const char *from, const char *to) {
  struct stat status;
  if (lstat(from, &status) == 0 && S_ISDIR(status.st_mode)) {
    // Folders cannot be linked. Renaming replaces an empty folder at most.
    if (lstat(to, &status) != 0) return rename(from, to);
    errno = EEXIST;
    return -1;
  }
  if (link(from, to) != 0) return -1;
  return unlink(from);
}

#ifdef __linux__

#include <sys/syscall.h>
#include <sys/xattr.h>

int system_rename_exclusive(const char *from, const char *to) {
  // Not every C library has a function for it. 1 is RENAME_NOREPLACE.
  if (syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 1) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP) return -1;
  return rename_by_link(from, to);
}

int system_open_unnamed(const char *folder, unsigned mode) {
  // Without /proc such a file could never be given a name.
  if (access("/proc/self/fd", X_OK) != 0) {
    errno = ENOTSUP;
    return -1;
  }
  return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
}

int system_give_name(int descriptor, const char *path) {
  char name[40];
  snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
  return linkat(AT_FDCWD, name, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

int system_sync(int descriptor) { return syncfs(descriptor); }

int system_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int64_t system_data_start(int descriptor, int64_t offset) {
  return lseek(descriptor, offset, SEEK_DATA);
}

int64_t system_data_end(int descriptor, int64_t offset) {
  return lseek(descriptor, offset, SEEK_HOLE);
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

#else

int system_sync(int descriptor) {
  sync();
  return 0;
}

int system_pipe(int ends[2]) {
  if (pipe(ends) != 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
}

static int missing(void) {
  errno = ENOTSUP;
  return -1;
}

int system_open_unnamed(const char *folder, unsigned mode) { return missing(); }
int system_give_name(int descriptor, const char *path) { return missing(); }

#ifdef SEEK_DATA
int64_t system_data_start(int descriptor, int64_t offset) {
  return lseek(descriptor, offset, SEEK_DATA);
}
int64_t system_data_end(int descriptor, int64_t offset) {
  return lseek(descriptor, offset, SEEK_HOLE);
}
#else
int64_t system_data_start(int descriptor, int64_t offset) { return missing(); }
int64_t system_data_end(int descriptor, int64_t offset) { return missing(); }
#endif

int64_t system_copy(int from, int64_t from_offset, int to, int64_t to_offset, size_t count) {
  return missing();
}

#ifdef __APPLE__
#include <copyfile.h>
int system_rename_exclusive(const char *from, const char *to) {
  if (renamex_np(from, to, RENAME_EXCL) == 0) return 0;
  return errno == ENOTSUP ? rename_by_link(from, to) : -1;
}
void system_copy_attributes(int from, int to) {
  fcopyfile(from, to, NULL, COPYFILE_XATTR | COPYFILE_ACL);
}
#else
int system_rename_exclusive(const char *from, const char *to) { return rename_by_link(from, to); }
void system_copy_attributes(int from, int to) {}
#endif

#endif
