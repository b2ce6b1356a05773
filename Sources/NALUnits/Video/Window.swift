/// How much of a picture is not to be shown, at each side, in chroma samples (ITU-T H.265
/// §7.4.3.2.1).
public struct Window: Hashable, Sendable {
  public var left: UInt32 = 0
  public var right: UInt32 = 0
  public var top: UInt32 = 0
  public var bottom: UInt32 = 0
  public init() {}
}

/// A size in luma samples.
public struct PictureSize: Hashable, Sendable {
  public var width: Int
  public var height: Int
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
