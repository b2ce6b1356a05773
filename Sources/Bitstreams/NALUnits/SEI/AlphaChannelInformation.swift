public import FieldCoding

/// How the samples of an alpha layer are to be used (`alpha_channel_info`, ITU-T H.265 §F.14.2.8).
public struct AlphaChannelInformation: SEIPayload {
  public static let payloadType: UInt32 = 165
  public static let name = "alpha_channel_info"

  /// How alpha is used from here on; nil if the message cancels the previous one.
  public var alpha: Alpha? = Alpha()

  /// How alpha samples are interpreted, as long as the layer lasts or until another message.
  public struct Alpha: Equatable, Sendable {
    /// `alpha_channel_use_idc`, 0 to 7; see ``AlphaChannelInformation/uses``.
    public var use: UInt8 = 0
    /// The bits of an alpha sample, less 8: 0 to 7.
    public var bitDepthMinus8: UInt8 = 0
    /// The sample value that means full transparency.
    public var transparentValue: UInt16 = 0
    /// The sample value that means full opacity.
    public var opaqueValue: UInt16 = 255
    /// Whether values above the smaller of ``transparentValue`` and ``opaqueValue`` are to be
    /// increased by one.
    public var increments = false
    /// How values in between are clipped: to the nearer end if it is true, otherwise to the range between both ends.
    /// Nil if they are kept.
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

  /// The meaning of the values of `alpha_channel_use_idc` (ITU-T H.265 §F.14.3.8).
  public static let uses: ValueNames = [
    0: "samples are to be multiplied", 1: "samples are multiplied", 2: "not specified",
  ]
}
