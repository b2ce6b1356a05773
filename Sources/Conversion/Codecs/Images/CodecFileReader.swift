import FieldCoding
import Platform
import WorkerProtocol

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
