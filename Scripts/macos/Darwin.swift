// Declarations of Darwin that Boxwalk uses and that Glibc does not have, or declares in another way: only names and
// types, no code. Scripts/check-macos checks the branches for macOS against them.

@_exported import Glibc

// <sys/stat.h>

extension stat {
  public var st_atimespec: timespec { st_atim }
  public var st_mtimespec: timespec { st_mtim }
  public var st_ctimespec: timespec { st_ctim }
  public var st_birthtimespec: timespec { st_ctim }
}

// <sys/attr.h>

public typealias attrgroup_t = UInt32
public let ATTR_BIT_MAP_COUNT: Int32 = 5
public let ATTR_CMN_CRTIME: Int32 = 0x200

public struct attrlist {
  public var bitmapcount: UInt16 = 0
  public var reserved: UInt16 = 0
  public var commonattr: attrgroup_t = 0
  public init() {}
}

@discardableResult
public func fsetattrlist(
  _: Int32, _: UnsafeMutableRawPointer!, _: UnsafeMutableRawPointer!, _: Int, _: UInt32
) -> Int32 { fatalError() }

// <sys/resource.h>

public let RLIMIT_FSIZE: Int32 = 1

// <spawn.h>

public typealias posix_spawn_file_actions_t = UnsafeMutableRawPointer
public typealias posix_spawnattr_t = UnsafeMutableRawPointer
public let POSIX_SPAWN_CLOEXEC_DEFAULT: Int32 = 0x4000

@discardableResult
public func posix_spawn(
  _: UnsafeMutablePointer<pid_t>!, _: UnsafePointer<CChar>!,
  _: UnsafePointer<posix_spawn_file_actions_t?>!, _: UnsafePointer<posix_spawnattr_t?>!,
  _: UnsafePointer<UnsafeMutablePointer<CChar>?>!, _: UnsafePointer<UnsafeMutablePointer<CChar>?>!
) -> Int32 { fatalError() }
@discardableResult
public func posix_spawnp(
  _: UnsafeMutablePointer<pid_t>!, _: UnsafePointer<CChar>!,
  _: UnsafePointer<posix_spawn_file_actions_t?>!, _: UnsafePointer<posix_spawnattr_t?>!,
  _: UnsafePointer<UnsafeMutablePointer<CChar>?>!, _: UnsafePointer<UnsafeMutablePointer<CChar>?>!
) -> Int32 { fatalError() }
@discardableResult
public func posix_spawn_file_actions_addopen(
  _: UnsafeMutablePointer<posix_spawn_file_actions_t?>!, _: Int32, _: UnsafePointer<CChar>!,
  _: Int32, _: mode_t
) -> Int32 { fatalError() }
@discardableResult
public func posix_spawn_file_actions_init(
  _: UnsafeMutablePointer<posix_spawn_file_actions_t?>!
) -> Int32 { fatalError() }
@discardableResult
public func posix_spawn_file_actions_destroy(
  _: UnsafeMutablePointer<posix_spawn_file_actions_t?>!
) -> Int32 { fatalError() }
@discardableResult
public func posix_spawn_file_actions_adddup2(
  _: UnsafeMutablePointer<posix_spawn_file_actions_t?>!, _: Int32, _: Int32
) -> Int32 { fatalError() }
@discardableResult
public func posix_spawnattr_init(_: UnsafeMutablePointer<posix_spawnattr_t?>!) -> Int32 {
  fatalError()
}
@discardableResult
public func posix_spawnattr_destroy(_: UnsafeMutablePointer<posix_spawnattr_t?>!) -> Int32 {
  fatalError()
}
@discardableResult
public func posix_spawnattr_setsigmask(
  _: UnsafeMutablePointer<posix_spawnattr_t?>!, _: UnsafePointer<sigset_t>!
) -> Int32 { fatalError() }
@discardableResult
public func posix_spawnattr_setsigdefault(
  _: UnsafeMutablePointer<posix_spawnattr_t?>!, _: UnsafePointer<sigset_t>!
) -> Int32 { fatalError() }
@discardableResult
public func posix_spawnattr_setflags(
  _: UnsafeMutablePointer<posix_spawnattr_t?>!, _: Int16
) -> Int32 { fatalError() }
