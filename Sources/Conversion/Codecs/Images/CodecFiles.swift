import FieldCoding
import Platform
import Synchronization
public import WorkerProtocol

/// Why an image could not be decoded or written.
public struct CodecError: Error, Equatable, Sendable, CustomStringConvertible {
  public var message: String
  /// What caused it.
  public var cause: FailureCause
  public init(_ message: String, _ cause: FailureCause = .input) {
    (self.message, self.cause) = (message, cause)
  }
  public var description: String { message }

  /// The error for an image that needs more memory than the budget; nil if it does not. Both are in bytes.
  static func excess(_ need: Int, over budget: Int) -> CodecError? {
    guard need > budget else { return nil }
    return CodecError(
      "the image needs \(grouped(need)) bytes of memory, over the limit of \(grouped(budget))",
      .unsupported)
  }
}

/// Reads parts of an open file, from several threads at once.
public struct CodecFileReader: ExtentReader {
  private let descriptor: Int32
  private let size: Int

  public init(_ descriptor: Int32) throws(CodecError) {
    self.descriptor = descriptor
    var status = stat()
    // `status` outlives the call, which fills it.
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw CodecError("the file cannot be read: \(systemErrorText(errno))", .unreadable)
    }
    size = Int(status.st_size)
  }

  public func read(_ extent: Range<Int>, into bytes: inout [UInt8]) throws(CodecError) {
    guard extent.lowerBound >= 0, extent.upperBound <= size else {
      throw CodecError(
        "the coded data ends at byte \(extent.upperBound), but the file at byte \(size)")
    }
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: extent.count))
    var done = 0
    while done < extent.count {
      // The array has `extent.count - done` bytes from `start + done` on.
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe pread(
          descriptor, buffer.baseAddress.map { unsafe $0 + start + done }, extent.count - done,
          off_t(extent.lowerBound + done))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw CodecError(
          "the file cannot be read: \(count < 0 ? systemErrorText(errno) : "it ended")",
          .unreadable)
      }
      done += count
    }
  }
}

/// Writes to an open file, from its start on.
package final class CodecFileWriter: CodecOutput {
  private let descriptor: Int32
  private let written = Mutex(0)

  package init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// The bytes that were written.
  package var count: Int { written.withLock { $0 } }

  package func append(_ bytes: [UInt8]) throws(CodecError) {
    try written.withLock { (written) throws(CodecError) in
      try put(bytes, at: nil)
      written += bytes.count
    }
  }

  package func replaceStart(with bytes: [UInt8]) throws(CodecError) {
    try written.withLock { (written) throws(CodecError) in
      precondition(bytes.count <= written)
      try put(bytes, at: 0)
    }
  }

  /// - Parameter position: nil for the current position of the file.
  private func put(_ bytes: [UInt8], at position: Int?) throws(CodecError) {
    var done = 0
    while done < bytes.count {
      // The array has `bytes.count - done` bytes from `done` on.
      let count = unsafe bytes.withUnsafeBytes { buffer in
        let start = unsafe buffer.baseAddress.map { unsafe $0 + done }
        guard let position else { return unsafe write(descriptor, start, bytes.count - done) }
        return unsafe pwrite(descriptor, start, bytes.count - done, off_t(position + done))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let reason = systemErrorText(count < 0 ? errno : ENOSPC)
        throw CodecError("the file cannot be written: \(reason)", .output)
      }
      done += count
    }
  }
}

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

/// Writes the progress of a process to a file of eight bytes, which the waiting process reads.
public struct CodecProgressWriter: Sendable {
  private let descriptor: Int32

  /// - Parameter descriptor: of the open file.
  public init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Writes a little-endian number. The number is not essential, so an error of the file is ignored.
  public func note(_ count: UInt64) {
    // The number outlives the call, which reads its eight bytes.
    _ = unsafe withUnsafeBytes(of: count.littleEndian) { bytes in
      unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, 0)
    }
  }
}
