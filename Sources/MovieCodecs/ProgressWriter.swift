#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Says in a file of eight bytes how far a process is, for the one that waits for it.
public struct ProgressWriter: Sendable {
  private let descriptor: Int32

  /// - Parameter descriptor: of the open file.
  public init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Writes a number, the lowest byte first. The number is not essential, so an error of the file is ignored.
  public func note(_ count: UInt64) {
    // The number outlives the call, which reads its eight bytes.
    _ = unsafe withUnsafeBytes(of: count.littleEndian) { bytes in
      unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, 0)
    }
  }
}
