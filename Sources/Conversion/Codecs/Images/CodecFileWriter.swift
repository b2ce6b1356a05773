import FieldCoding
import Platform
import Synchronization
import WorkerProtocol

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
