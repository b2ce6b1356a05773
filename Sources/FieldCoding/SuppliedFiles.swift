import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Who brings bytes of a file at the moment at which they are read.
///
/// Ranges count bytes of the file, and are within it.
package protocol ByteSupply: AnyObject, Sendable {
  /// The number of bytes of the file, whether they are there or not.
  var count: Int { get }
  /// Returns when the bytes of `range` are in the file, or when it is sure that they do not come.
  func fetch(_ range: Range<Int>)
  /// Whether the bytes of `range` are in the file.
  func has(_ range: Range<Int>) -> Bool
  /// Is told that whoever reads a part of `range` reads the rest, too.
  func expect(_ range: Range<Int>)
  /// Why bytes did not come, as a part of a sentence about the file; nil if all came.
  var problem: String? { get }
}

/// Files that are known by names of their own, and are at no path.
package protocol SuppliedNames: Sendable {
  /// Whether a name is one of theirs.
  func contains(_ name: String) -> Bool
  /// A descriptor of the file, to be closed by the caller.
  func open(_ name: String) throws(ByteSourceError) -> Int32
}

/// Files of this process that are filled as they are read. Whoever maps one gets its bytes in time,
/// by whatever name or descriptor it was opened.
package enum SuppliedFiles {
  /// What the system knows an open file by.
  package struct Key: Hashable, Sendable {
    private var device: UInt64
    private var inode: UInt64

    init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      inode = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// It throws where the system does not tell: what nobody is known to fill would be read as zeros.
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

  /// Lets `supply` fill an open file from now on. It has to be kept by somebody, and ``remove(_:)`` is to be
  /// called before the file is closed.
  package static func add(_ file: Key, filledBy supply: any ByteSupply) {
    supplies.withLock { $0[file] = Weak(supply: supply) }
  }

  /// Nobody fills this open file any more.
  package static func remove(_ file: Key) { supplies.withLock { $0[file] = nil } }

  /// Who fills an open file; nil if its bytes are there.
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
