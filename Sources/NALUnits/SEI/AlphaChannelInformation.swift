public import FieldCoding

/// How the samples of an alpha layer are to be used (`alpha_channel_info`, ITU-T H.265 §F.14.2.8).
public struct AlphaChannelInformation: SEIPayload {
  public static let payloadType: UInt32 = 165
  public static let name = "alpha_channel_info"

  /// Nil if what was said before no longer holds.
  public var alpha: Alpha? = Alpha()

  public struct Alpha: Equatable, Sendable {
    public var use: UInt8 = 0
    public var bitDepthMinus8: UInt8 = 0
    public var transparentValue: UInt16 = 0
    public var opaqueValue: UInt16 = 255
    public var increments = false
    /// Nil if values between are kept.
    public var clipsToNearest: Bool?
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.cancellable("alpha_channel_cancel_flag", &alpha, blank: Alpha()) {
      (alpha, f) throws(FieldError) in
      try f.uint(
        3, "alpha_channel_use_idc", &alpha.use, as: .names(AlphaChannelInformation.uses))
      try f.uint(3, "alpha_channel_bit_depth_minus8", &alpha.bitDepthMinus8)
      let bits = Int(alpha.bitDepthMinus8) + 9
      try f.uint(bits, "alpha_transparent_value", &alpha.transparentValue)
      try f.uint(bits, "alpha_opaque_value", &alpha.opaqueValue)
      try f.flag("alpha_channel_incr_flag", &alpha.increments)
      try f.optional("alpha_channel_clip_flag", &alpha.clipsToNearest, blank: false) {
        (type, f) throws(FieldError) in
        try f.flag("alpha_channel_clip_type_flag", &type)
      }
    }
  }

  public static let uses: ValueNames = [
    0: "samples are to be multiplied", 1: "samples are multiplied", 2: "not specified",
  ]
}
