import Synchronization

/// The destination of a file, which is written from its start, and whose start may be overwritten.
protocol CodecOutput: Sendable {
  /// The bytes that were appended.
  var count: Int { get }
  func append(_ bytes: [UInt8]) throws(CodecError)
  /// Writes over bytes that were appended before.
  func replaceStart(with bytes: [UInt8]) throws(CodecError)
}

/// A file in memory.
final class MemoryOutput: CodecOutput {
  private let written = Mutex<[UInt8]>([])

  var bytes: [UInt8] { written.withLock { $0 } }
  var count: Int { written.withLock { $0.count } }

  func append(_ bytes: [UInt8]) { written.withLock { $0 += bytes } }

  func replaceStart(with bytes: [UInt8]) {
    written.withLock { $0.replaceSubrange(0..<bytes.count, with: bytes) }
  }
}
