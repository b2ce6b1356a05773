import Platform
import Synchronization

/// Fetches bytes of a file when they are read.
///
/// Ranges count bytes of the file, and are within it.
package protocol ByteSupply: AnyObject, Sendable {
  /// The size of the file in bytes, including bytes that are not there yet.
  var count: Int { get }
  /// Returns when the bytes of `range` are in the file, or when it is sure that they do not come.
  func fetch(_ range: Range<Int>)
  /// Whether the bytes of `range` are in the file.
  func has(_ range: Range<Int>) -> Bool
  /// Announces that code that reads a part of `range` will also read the rest.
  func expect(_ range: Range<Int>)
  /// The reason why bytes could not be fetched, as a part of a sentence about the file; nil if all could.
  var problem: String? { get }
}

/// Files that are known by names of their own, and are at no path.
package protocol SuppliedNames: Sendable {
  /// Whether a name is one of theirs.
  func contains(_ name: String) -> Bool
  /// A descriptor of the file, to be closed by the caller.
  func open(_ name: String) throws(ByteSourceError) -> Int32
}

/// Files of this process that are filled when they are read. Code that maps one gets its bytes in time, for any name or
/// descriptor of the file.
package enum SuppliedFiles {
  /// The system's identity of an open file.
  package struct Key: Hashable, Sendable {
    private var device: UInt64
    private var inode: UInt64

    init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      inode = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// It throws if the system cannot tell, because an unknown file would read as zeros.
    package init(of descriptor: Int32) throws(ByteSourceError) {
      var status = stat()
      // `status` outlives the call, which fills it.
      guard unsafe fstat(descriptor, &status) == 0 else {
        throw ByteSourceError(.open(errno: errno), path: "")
      }
      self.init(status)
    }
  }

  private struct Weak {
    weak var supply: (any ByteSupply)?
  }

  private static let supplies = Mutex<[Key: Weak]>([:])
  private static let names = Mutex<(any SuppliedNames)?>(nil)

  /// Registers `supply` for an open file. The caller has to retain it, and call ``remove(_:)`` before it closes the
  /// file.
  package static func add(_ file: Key, filledBy supply: any ByteSupply) {
    supplies.withLock { $0[file] = Weak(supply: supply) }
  }

  /// Removes the supply of an open file.
  package static func remove(_ file: Key) { supplies.withLock { $0[file] = nil } }

  /// The supply of an open file; nil if it has none.
  package static func supply(
    of descriptor: Int32
  ) throws(ByteSourceError) -> (any ByteSupply)? {
    // Programs that read no such file pay for none.
    guard supplies.withLock({ !$0.isEmpty }) else { return nil }
    let key = try Key(of: descriptor)
    return supplies.withLock { $0[key]?.supply }
  }

  static func supply(of status: stat) -> (any ByteSupply)? {
    supplies.withLock { $0.isEmpty ? nil : $0[Key(status)]?.supply }
  }

  /// Allows names that are not paths to be opened.
  package static func take(_ names: any SuppliedNames) { self.names.withLock { $0 = names } }

  /// Whether a name is that of a file which is at no path.
  package static func contains(_ name: String) -> Bool {
    names.withLock({ $0 })?.contains(name) ?? false
  }

  /// A descriptor of the file of this name, to be closed by the caller; nil if the name is a path.
  package static func open(_ name: String) throws(ByteSourceError) -> Int32? {
    guard let names = names.withLock({ $0 }), names.contains(name) else { return nil }
    return try names.open(name)
  }
}
