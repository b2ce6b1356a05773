// A file system by FUSE that passes all calls on to a folder, and fails or lacks what it is told to.
//
//   passthrough SOURCE MOUNT [NAME[=VALUE]] ...
//
//   file=PATH page=NUMBER  reads of this page of 4096 bytes fail with EIO
//   new page=NUMBER        the same for the files that are made
//   first=NUMBER last=NUMBER  only these reads of the page, from 1 on
//   no-links               there are no hard links
//   no-rename-flags        renaming replaces what is there, or fails: names are neither exchanged nor kept
//   no-modes               owners and modes cannot be changed
//   clock=SECONDS          times are multiples of it
//   skew=SECONDS           times that the file system sets are ahead of the clock by it
//   fold                   names that differ by the case of their letters are one name
//   name-length=BYTES      longer names are refused
//   fsync=ERRNO            what fsync fails with
//   full=BYTES             there is room for so many bytes of new data
//
// It prints "ready" when it is mounted, and at its end how many reads failed. SIGTERM ends it.

#define FUSE_USE_VERSION 31
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fuse.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

enum { PAGE = 4096 };

static const char *source, *bad_file;
static long bad_page = -1, first_bad = 1, last_bad = LONG_MAX, reads_of_page, failed_reads;
static long name_length = 255, clock_step, skew, full = -1;
static int fails_new, has_no_links, has_no_flags, has_no_modes, folds, fsync_error;

// An open file; its descriptor, and whether it is the one with the page.
struct open_file {
  int descriptor;
  int is_bad;
};

static struct open_file *opened(struct fuse_file_info *info) { return (struct open_file *)(uintptr_t)info->fh; }

static int result(long value) { return value < 0 ? -errno : (int)value; }

// Finds the name that is there in other letters.
static void fold(char *path) {
  struct stat status;
  char *slash = strrchr(path, '/');
  if (!folds || lstat(path, &status) == 0) return;
  *slash = 0;
  DIR *stream = opendir(path);
  *slash = '/';
  if (stream == NULL) return;
  for (struct dirent *entry; (entry = readdir(stream)) != NULL;)
    if (strcasecmp(entry->d_name, slash + 1) == 0) strcpy(slash + 1, entry->d_name);
  closedir(stream);
}

// The path in the source; NULL, with `errno`, if a name is too long.
static const char *path_below(const char *path, char buffer[PATH_MAX]) {
  char *end = buffer + snprintf(buffer, PATH_MAX, "%s", source);
  for (const char *rest = path; *rest != 0;) {
    rest++;
    size_t length = strcspn(rest, "/");
    if ((long)length > name_length || end + length + 2 > buffer + PATH_MAX) {
      errno = ENAMETOOLONG;
      return NULL;
    }
    if (length == 0) break;
    *end = '/';
    memcpy(end + 1, rest, length);
    end[length + 1] = 0;
    fold(buffer);
    end += length + 1;
    rest += length;
  }
  return buffer;
}

#define PLACE(name, path) \
  char name##_buffer[PATH_MAX]; \
  const char *name = path_below(path, name##_buffer); \
  if (name == NULL) return -errno

static void round_time(struct timespec *time) {
  if (clock_step == 0) return;
  time->tv_sec -= time->tv_sec % clock_step;
  time->tv_nsec = 0;
}

// The time of a file that was written to, by the clock of the file system.
static void set_time(int descriptor) {
  if (skew == 0 && clock_step == 0) return;
  struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}};
  clock_gettime(CLOCK_REALTIME, &times[1]);
  times[1].tv_sec += skew;
  round_time(&times[1]);
  futimens(descriptor, times);
}

static void *pass_init(struct fuse_conn_info *connection, struct fuse_config *configuration) {
  // Each page is read by itself.
  connection->max_readahead = 0;
  configuration->use_ino = 1;
  configuration->nullpath_ok = 1;
  configuration->attr_timeout = configuration->entry_timeout = configuration->negative_timeout = 0;
  puts("ready");
  fflush(stdout);
  return NULL;
}

static int pass_getattr(const char *path, struct stat *status, struct fuse_file_info *info) {
  if (info != NULL) {
    if (fstat(opened(info)->descriptor, status) != 0) return -errno;
  } else {
    PLACE(there, path);
    if (lstat(there, status) != 0) return -errno;
  }
  round_time(&status->st_mtim);
  round_time(&status->st_atim);
  return 0;
}

static int pass_opendir(const char *path, struct fuse_file_info *info) {
  PLACE(there, path);
  DIR *stream = opendir(there);
  info->fh = (uintptr_t)stream;
  return stream == NULL ? -errno : 0;
}

static int pass_readdir(const char *path, void *buffer, fuse_fill_dir_t fill, off_t offset, struct fuse_file_info *info,
                        enum fuse_readdir_flags flags) {
  DIR *stream = (DIR *)(uintptr_t)info->fh;
  rewinddir(stream);
  for (struct dirent *entry; (entry = readdir(stream)) != NULL;) {
    struct stat status = {.st_ino = entry->d_ino, .st_mode = DTTOIF(entry->d_type)};
    if (fill(buffer, entry->d_name, &status, 0, 0)) break;
  }
  return 0;
}

static int pass_releasedir(const char *path, struct fuse_file_info *info) {
  return result(closedir((DIR *)(uintptr_t)info->fh));
}

static int open_place(const char *path, struct fuse_file_info *info, mode_t permissions) {
  PLACE(there, path);
  int descriptor = open(there, (info->flags | O_CLOEXEC) & ~O_NOFOLLOW, permissions);
  if (descriptor < 0) return -errno;
  struct open_file *file = malloc(sizeof *file);
  if (file == NULL) return -ENOMEM;
  *file = (struct open_file){descriptor, bad_file != NULL && strcmp(path + 1, bad_file) == 0};
  info->fh = (uintptr_t)file;
  if (info->flags & (O_CREAT | O_TRUNC)) set_time(descriptor);
  return 0;
}

static int pass_open(const char *path, struct fuse_file_info *info) { return open_place(path, info, 0); }

static int pass_create(const char *path, mode_t permissions, struct fuse_file_info *info) {
  int code = open_place(path, info, permissions);
  if (code == 0 && fails_new) {
    opened(info)->is_bad = 1;
    // What was written is read again.
    info->direct_io = 1;
  }
  return code;
}

static int pass_read(const char *path, char *buffer, size_t size, off_t offset, struct fuse_file_info *info) {
  struct open_file *file = opened(info);
  off_t start = bad_page * PAGE;
  if (file->is_bad && offset < start + PAGE && offset + (off_t)size > start) {
    reads_of_page++;
    if (first_bad <= reads_of_page && reads_of_page <= last_bad) {
      failed_reads++;
      return -EIO;
    }
  }
  return result(pread(file->descriptor, buffer, size, offset));
}

static int pass_write(const char *path, const char *buffer, size_t size, off_t offset, struct fuse_file_info *info) {
  if (full >= 0 && (full -= (long)size) < 0) {
    full = 0;
    return -ENOSPC;
  }
  int count = result(pwrite(opened(info)->descriptor, buffer, size, offset));
  set_time(opened(info)->descriptor);
  return count;
}

static int pass_truncate(const char *path, off_t size, struct fuse_file_info *info) {
  if (info != NULL) {
    int code = result(ftruncate(opened(info)->descriptor, size));
    set_time(opened(info)->descriptor);
    return code;
  }
  PLACE(there, path);
  return result(truncate(there, size));
}

static int pass_fsync(const char *path, int is_data, struct fuse_file_info *info) { return -fsync_error; }
static int pass_fsyncdir(const char *path, int is_data, struct fuse_file_info *info) { return -fsync_error; }

static int pass_release(const char *path, struct fuse_file_info *info) {
  close(opened(info)->descriptor);
  free(opened(info));
  return 0;
}

static int pass_rename(const char *path, const char *other, unsigned flags) {
  if (flags != 0 && has_no_flags) return -EINVAL;
  PLACE(from, path);
  PLACE(to, other);
  return result(renameat2(AT_FDCWD, from, AT_FDCWD, to, flags));
}

static int pass_link(const char *path, const char *other) {
  if (has_no_links) return -EPERM;
  PLACE(from, path);
  PLACE(to, other);
  return result(link(from, to));
}

static int pass_symlink(const char *target, const char *path) {
  if (has_no_links) return -EPERM;
  PLACE(there, path);
  return result(symlink(target, there));
}

static int pass_readlink(const char *path, char *buffer, size_t size) {
  PLACE(there, path);
  ssize_t length = readlink(there, buffer, size - 1);
  if (length < 0) return -errno;
  buffer[length] = 0;
  return 0;
}

static int pass_unlink(const char *path) {
  PLACE(there, path);
  return result(unlink(there));
}

static int pass_rmdir(const char *path) {
  PLACE(there, path);
  return result(rmdir(there));
}

static int pass_mkdir(const char *path, mode_t permissions) {
  if (full == 0) return -ENOSPC;
  PLACE(there, path);
  return result(mkdir(there, permissions));
}

static int pass_chmod(const char *path, mode_t permissions, struct fuse_file_info *info) {
  if (has_no_modes) return -EPERM;
  if (info != NULL) return result(fchmod(opened(info)->descriptor, permissions));
  PLACE(there, path);
  return result(chmod(there, permissions));
}

static int pass_chown(const char *path, uid_t user, gid_t group, struct fuse_file_info *info) {
  if (has_no_modes) return -EPERM;
  if (info != NULL) return result(fchown(opened(info)->descriptor, user, group));
  PLACE(there, path);
  return result(lchown(there, user, group));
}

static int pass_utimens(const char *path, const struct timespec times[2], struct fuse_file_info *info) {
  struct timespec rounded[2] = {times[0], times[1]};
  for (int i = 0; i < 2; i++)
    if (rounded[i].tv_nsec != UTIME_OMIT && rounded[i].tv_nsec != UTIME_NOW) round_time(&rounded[i]);
  if (info != NULL) return result(futimens(opened(info)->descriptor, rounded));
  PLACE(there, path);
  return result(utimensat(AT_FDCWD, there, rounded, AT_SYMLINK_NOFOLLOW));
}

static int pass_statfs(const char *path, struct statvfs *status) {
  PLACE(there, path);
  if (statvfs(there, status) != 0) return -errno;
  if (full >= 0) status->f_bavail = status->f_bfree = (fsblkcnt_t)full / status->f_frsize;
  status->f_namemax = (unsigned long)name_length;
  return 0;
}

static const struct fuse_operations operations = {
  .init = pass_init, .getattr = pass_getattr, .opendir = pass_opendir, .readdir = pass_readdir,
  .releasedir = pass_releasedir, .open = pass_open, .create = pass_create,
  .read = pass_read, .write = pass_write, .truncate = pass_truncate, .fsync = pass_fsync, .fsyncdir = pass_fsyncdir,
  .release = pass_release, .rename = pass_rename, .link = pass_link, .symlink = pass_symlink,
  .readlink = pass_readlink, .unlink = pass_unlink, .rmdir = pass_rmdir, .mkdir = pass_mkdir, .chmod = pass_chmod,
  .chown = pass_chown, .utimens = pass_utimens, .statfs = pass_statfs,
};

static void set(char *argument) {
  char *value = strchr(argument, '=');
  if (value != NULL) *value++ = 0;
  long number = value == NULL ? 0 : atol(value);
  if (strcmp(argument, "file") == 0) bad_file = value;
  else if (strcmp(argument, "new") == 0) fails_new = 1;
  else if (strcmp(argument, "page") == 0) bad_page = number;
  else if (strcmp(argument, "first") == 0) first_bad = number;
  else if (strcmp(argument, "last") == 0) last_bad = number;
  else if (strcmp(argument, "no-links") == 0) has_no_links = 1;
  else if (strcmp(argument, "no-rename-flags") == 0) has_no_flags = 1;
  else if (strcmp(argument, "no-modes") == 0) has_no_modes = 1;
  else if (strcmp(argument, "clock") == 0) clock_step = number;
  else if (strcmp(argument, "skew") == 0) skew = number;
  else if (strcmp(argument, "fold") == 0) folds = 1;
  else if (strcmp(argument, "name-length") == 0) name_length = number;
  else if (strcmp(argument, "fsync") == 0) fsync_error = (int)number;
  else if (strcmp(argument, "full") == 0) full = number;
  else exit(64);
}

int main(int count, char **arguments) {
  if (count < 3) return 64;
  source = arguments[1];
  // It ends with the script.
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  for (int i = 3; i < count; i++) set(arguments[i]);
  umask(0);
  // One thread, in this process.
  char *own[] = {arguments[0], arguments[2], "-f", "-s", "-o", "fsname=passthrough", NULL};
  int code = fuse_main(6, own, &operations, NULL);
  printf("%ld\n", failed_reads);
  return code;
}
