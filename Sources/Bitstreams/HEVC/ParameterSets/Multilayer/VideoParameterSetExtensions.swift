public import NALUnits

/// What later versions of the standard added to the VPS (ITU-T H.265 §F.7.3.2.1).
public struct VideoParameterSetExtensions: Equatable, Sendable {
  /// Bits of 1 up to a byte boundary; the last of these eight.
  public var alignment: UInt8 = 0xFF
  /// The structure of layers; nil if it cannot be read: then it is in ``data``.
  public var layers: VideoParameterSetExtension? = VideoParameterSetExtension()
  /// `vps_extension2_flag`
  public var hasMore = false
  /// The bits of unknown extensions.
  public var data = BitString()

  public init() {}

  mutating func fields(_ f: inout FieldCoder, _ set: VideoParameterSet) throws(FieldError) {
    if f.isDecoding {
      // Drafts of the standard had another extension.
      let isReadable = f.canRead { (f) throws(FieldError) in
        var trial = VideoParameterSetExtensions()
        try trial.layerFields(&f, set)
        guard trial.hasMore || f.bitsBeforeStopBit == 0 else {
          throw f.error(.invalid("the extension is longer than its fields"))
        }
      }
      layers = isReadable ? VideoParameterSetExtension() : nil
    }
    if layers != nil { try layerFields(&f, set) }
    if layers == nil || hasMore { try data.fields(&f, "vps_extension_data_flag") }
  }

  private mutating func layerFields(
    _ f: inout FieldCoder, _ set: VideoParameterSet
  ) throws(FieldError) {
    try f.alignment("vps_extension_alignment_bit_equal_to_one", &alignment)
    try f.group("vps_extension", &layers) { (layers, f) throws(FieldError) in
      try layers.fields(&f, set)
    }
    try f.flag("vps_extension2_flag", &hasMore)
  }
}
