/// The luma and the two planes of chroma of an image, in memory that others own.
@safe
package struct PicturePlanes: @unchecked Sendable {
  private let starts: [UnsafeMutableRawPointer]
  private let strides: [Int]

  /// Nil if a plane is missing.
  ///
  /// - Parameters:
  ///   - starts: where the first row of each plane begins.
  ///   - strides: the bytes from row to row.
  package init?(_ starts: [UnsafeMutableRawPointer?], strides: [Int]) {
    let there = unsafe starts.compactMap { unsafe $0 }
    guard unsafe there.count == 3, strides.count == 3 else { return nil }
    unsafe self.starts = there
    self.strides = strides
  }

  /// The bytes from row to row.
  func stride(_ plane: Int) -> Int { strides[plane] }

  @inline(__always)
  func row(_ plane: Int, _ row: Int) -> UnsafeMutableRawPointer {
    unsafe starts[plane] + row * strides[plane]
  }

  @inline(__always)
  func line(_ plane: Int, _ row: Int) -> UnsafePointer<UInt16> {
    unsafe UnsafePointer(self.row(plane, row).assumingMemoryBound(to: UInt16.self))
  }

  @inline(__always)
  func bytes(_ plane: Int, _ row: Int) -> UnsafeMutablePointer<UInt8> {
    unsafe self.row(plane, row).assumingMemoryBound(to: UInt8.self)
  }
}
