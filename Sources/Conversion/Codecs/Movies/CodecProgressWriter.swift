import Platform

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
