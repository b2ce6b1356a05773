/// The parts of a picture that are not shown, at each side, in chroma samples (ITU-T H.265 §7.4.3.2.1).
public struct ConformanceWindow: Hashable, Sendable {
  /// The number of columns at the left side.
  public var left: UInt32 = 0
  /// The number of columns at the right side.
  public var right: UInt32 = 0
  /// The number of rows at the top.
  public var top: UInt32 = 0
  /// The number of rows at the bottom.
  public var bottom: UInt32 = 0
  public init() {}
}

/// A size in luma samples.
public struct PictureSize: Hashable, Sendable {
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int
  /// The size of a picture with these numbers of columns and rows.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
