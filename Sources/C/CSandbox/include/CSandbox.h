#ifndef BOXWALK_CSANDBOX_H
#define BOXWALK_CSANDBOX_H

#include <stdint.h>

/// The rights that a process gave up, for good.
typedef struct {
  /// It gets no more rights by starting a program that has them.
  int no_new_privileges;
  /// The version of Landlock that keeps it from files and sockets; 0 where the kernel has none.
  int landlock;
  /// Whether seccomp lets it make only the calls that decoding needs.
  int seccomp;
  /// Limits of memory, time and file size.
  int limits;
} boxwalk_sandbox;

/// The limits, in bytes and in seconds of processor time.
typedef struct {
  uint64_t memory;
  uint64_t file_size;
  uint64_t cpu_time;
} boxwalk_sandbox_limits;

/// Keeps this process, and all threads that it starts, from opening files and sockets and from
/// starting programs, as far as the kernel can. Descriptors that are open stay so.
///
/// Libraries have to be open, as no file can be opened after it.
boxwalk_sandbox boxwalk_sandbox_enter(boxwalk_sandbox_limits limits);

/// Whether this process did not get all the memory that it asked for. Requests of 64 MB and more do not count: damaged data can
/// be the reason.
int boxwalk_sandbox_lacked_memory(void);

/// Tries a forbidden call inside: 1 if it succeeded, 0 if not.
int boxwalk_sandbox_can_open_file(const char *path);
int boxwalk_sandbox_can_write_file(const char *path);
int boxwalk_sandbox_can_open_socket(void);
int boxwalk_sandbox_can_start_program(void);
int boxwalk_sandbox_can_fork(void);
int boxwalk_sandbox_can_kill_parent(void);
int boxwalk_sandbox_can_make_code(void);
int boxwalk_sandbox_can_see_names(void);
int boxwalk_sandbox_can_look_at_file(const char *path);
int boxwalk_sandbox_can_set_timer(void);
int boxwalk_sandbox_can_share_memory(void);
int boxwalk_sandbox_can_exceed_memory(void);

#endif
