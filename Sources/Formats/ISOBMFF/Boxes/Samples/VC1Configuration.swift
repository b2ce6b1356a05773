/// VC-1.
public struct VC1SpecificBox: BoxBody {
  public static let type: FourCC = "dvc1"
  public static let specification = "SMPTE RP 2025"

  /// 12: Advanced. The fields after the level are those of this profile.
  public var profile: UInt8 = 12
  public var level: UInt8 = 0
  public var advancedLevel: UInt8 = 0
  public var isConstantRate = false
  public var hasNoInterlace = false
  public var hasOneSequenceHeader = false
  public var hasOneEntryPoint = false
  public var hasNoSlices = false
  public var hasNoBFrames = false
  /// Rounded; 2^32 - 1 if not known.
  public var frameRate: UInt32 = .max
  /// The headers of the sequence and the entry point, with start codes; or the data of other profiles.
  public var headers = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(4, "profile", &profile, as: .names([0: "Simple", 4: "Main", 12: "Advanced"]))
    try f.uint(3, "level", &level)
    try f.reserved(1)
    if profile == 12 {
      try f.uint(3, "level", &advancedLevel)
      try f.flag("cbr", &isConstantRate)
      try f.reserved(6)
      try f.flag("no_interlace", &hasNoInterlace)
      try f.flag("no_multiple_seq", &hasOneSequenceHeader)
      try f.flag("no_multiple_entry", &hasOneEntryPoint)
      try f.flag("no_slice_code", &hasNoSlices)
      try f.flag("no_bframe", &hasNoBFrames)
      try f.reserved(1)
      try f.uint(32, "framerate", &frameRate)
    }
    try f.bytes("seqhdr_ephdr", &headers, count: .toEnd)
  }
}
