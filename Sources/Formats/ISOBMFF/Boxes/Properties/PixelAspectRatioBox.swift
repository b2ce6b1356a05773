/// The shape of a sample.
public struct PixelAspectRatioBox: BoxBody {
  public static let type: FourCC = "pasp"
  public static let specification = "ISO/IEC 14496-12 §12.1.4"

  public var hSpacing: UInt32 = 1
  public var vSpacing: UInt32 = 1

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "hSpacing", &hSpacing)
    try f.uint(32, "vSpacing", &vSpacing)
  }
}

/// The part of the picture that is shown, as fractions; the offset is that of its centre.
public struct CleanApertureBox: BoxBody {
  public static let type: FourCC = "clap"
  public static let specification = "ISO/IEC 14496-12 §12.1.4"

  public var widthN: UInt32 = 0
  public var widthD: UInt32 = 1
  public var heightN: UInt32 = 0
  public var heightD: UInt32 = 1
  public var horizOffN: Int32 = 0
  public var horizOffD: UInt32 = 1
  public var vertOffN: Int32 = 0
  public var vertOffD: UInt32 = 1

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "cleanApertureWidthN", &widthN)
    try f.uint(32, "cleanApertureWidthD", &widthD)
    try f.uint(32, "cleanApertureHeightN", &heightN)
    try f.uint(32, "cleanApertureHeightD", &heightD)
    try f.int(32, "horizOffN", &horizOffN)
    try f.uint(32, "horizOffD", &horizOffD)
    try f.int(32, "vertOffN", &vertOffN)
    try f.uint(32, "vertOffD", &vertOffD)
  }
}
