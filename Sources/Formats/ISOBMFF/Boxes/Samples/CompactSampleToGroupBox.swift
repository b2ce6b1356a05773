/// The group descriptions of samples, as repeated patterns.
public struct CompactSampleToGroupBox: BoxBody {
  public static let type: FourCC = "csgp"
  public static let specification = "ISO/IEC 14496-12 §8.9.5"

  /// Flags: starting with bit 0, 2 bits each for the sizes of indices, counts and lengths (4, 8, 16 or 32 bits), then
  /// whether there is a parameter, and whether the highest bit of an index stands for a description in the fragment.
  public var header = FullBoxHeader()
  public var groupingType: FourCC = "roll"
  public var groupingTypeParameter: UInt32 = 0
  public var patterns: [Pattern] = []
  /// The numbers of the group descriptions in all patterns, in order; 0 stands for no group.
  public var descriptionIndices: [UInt32] = []

  /// A pattern repeats until it has been used for its count of samples.
  public struct Pattern: Equatable, Sendable {
    public var length: UInt32 = 0
    public var sampleCount: UInt32 = 0
  }

  public init() {}

  private func bits(_ shift: UInt32) -> Int { 4 << Int(header.flags >> shift & 3) }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("grouping_type", &groupingType)
    if header.has(0x40) { try f.uint(32, "grouping_type_parameter", &groupingTypeParameter) }
    let (lengthBits, countBits, indexBits) = (bits(4), bits(2), bits(0))
    try f.list("patterns", &patterns, count: .bits(32, "pattern_count"), of: Pattern()) {
      (pattern, f) throws(FieldError) in
      try f.uint(lengthBits, "pattern_length", &pattern.length)
      try f.uint(countBits, "sample_count", &pattern.sampleCount)
    }
    // There are fewer than 2³² patterns, of lengths below 2³².
    let total = patterns.reduce(UInt64(0)) { $0 + UInt64($1.length) }
    try f.list(
      indexBits, "sample_group_description_index", &descriptionIndices,
      count: .exactly(Int(clamping: total)))
    let bits =
      patterns.count % 2 * (lengthBits + countBits) + descriptionIndices.count % 2 * indexBits
    try f.reserved((8 - bits % 8) % 8)
  }
}
