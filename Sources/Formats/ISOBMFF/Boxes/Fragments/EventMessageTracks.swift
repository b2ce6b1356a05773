/// The schemes of the messages in a track of events.
public struct SchemeIDListBox: BoxBody {
  public static let type: FourCC = "silb"
  public static let specification = "ISO/IEC 23001-18"

  public var header = FullBoxHeader()
  public var schemes: [Scheme] = []
  /// Whether there may be messages of other schemes.
  public var hasOtherSchemes = false

  /// A scheme, and the value that distinguishes its messages.
  public struct Scheme: Equatable, Sendable {
    public var schemeIDURI: Text = ""
    public var value: Text = ""
    /// Whether there is a message.
    public var isThere = false
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list("schemes", &schemes, count: .bits(32, "number_of_schemes"), of: Scheme()) {
      (scheme, f) throws(FieldError) in
      try f.text("scheme_id_uri", &scheme.schemeIDURI)
      try f.text("value", &scheme.value)
      try f.reserved(7)
      try f.flag("atleast_one_flag", &scheme.isThere)
    }
    try f.reserved(7)
    try f.flag("other_schemes_flag", &hasOtherSchemes)
  }
}

/// The original time of the first sample of a fragment, which repeats a sample of an earlier fragment.
public struct RedundantSampleTimingBox: BoxBody {
  public static let type: FourCC = "rsot"
  public static let specification = "ISO/IEC 14496-12"

  public var header = FullBoxHeader()
  /// The original duration of the sample, in the timescale of the track.
  public var originalDuration: UInt32?
  public var elapsedDuration: UInt32?

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "original_duration", &originalDuration, if: header.has(0x1))
    try f.uint(32, "elapsed_duration", &elapsedDuration, if: header.has(0x2))
  }
}
