import FieldCoding
import NALUnits
import Verification

/// The consequence if a field of a record does not match the parameter sets.
struct ConfigurationFieldRule: Sendable {
  /// The severity; nil if it does not matter.
  var severity: Severity?
  /// The same where the record states more than the sets.
  var severityAbove: Severity?
  /// The value that means that the record states nothing.
  var unknown: UInt64?
  /// The behaviour of players: "a player may choose the wrong decoder".
  var consequence: String

  init(
    _ severity: Severity?, _ consequence: String, above: Severity?, unknown: UInt64? = nil
  ) {
    self.severity = severity
    self.severityAbove = above
    self.unknown = unknown
    self.consequence = consequence
  }

  init(_ severity: Severity, _ consequence: String, unknown: UInt64? = nil) {
    self.init(severity, consequence, above: severity, unknown: unknown)
  }
}

extension VideoCodec {
  /// The rules of the fields, by their path in the record. A field without a rule is not compared.
  var rules: [String: ConfigurationFieldRule] {
    switch self {
    case .hevc: VideoCodec.hevcRules
    case .avc: VideoCodec.avcRules
    case .vvc: VideoCodec.vvcRules
    case .av1: VideoCodec.av1Rules
    }
  }

  private static let decoder = "a player may choose the wrong decoder"
  private static let format = "a player may set up its decoder for other samples"
  private static let demand =
    "a player may try to play what it cannot play, or refuse what it can play"
  private static let promise = "players that compare codec strings see another one"

  private static let hevcRules: [String: ConfigurationFieldRule] = [
    "general_profile_space": ConfigurationFieldRule(.warning, decoder),
    "general_tier_flag": ConfigurationFieldRule(.warning, demand),
    "general_profile_idc": ConfigurationFieldRule(.warning, decoder),
    "general_profile_compatibility_flags": ConfigurationFieldRule(.note, promise),
    "general_constraint_indicator_flags": ConfigurationFieldRule(.note, promise),
    "general_level_idc": ConfigurationFieldRule(.warning, demand, above: .note),
    "min_spatial_segmentation_idc": ConfigurationFieldRule(
      nil, "a decoder may count on more pieces than there are", above: .warning),
    "parallelismType": ConfigurationFieldRule(
      .note, "a decoder may count on another way to share its work", unknown: 0),
    "chroma_format_idc": ConfigurationFieldRule(.warning, format),
    "bit_depth_luma_minus8": ConfigurationFieldRule(.warning, format),
    "bit_depth_chroma_minus8": ConfigurationFieldRule(.warning, format),
    "numTemporalLayers": ConfigurationFieldRule(.note, "few programs read it", unknown: 0),
    "temporalIdNested": ConfigurationFieldRule(.note, "few programs read it"),
  ]

  private static let avcRules: [String: ConfigurationFieldRule] = [
    "AVCProfileIndication": ConfigurationFieldRule(.warning, decoder),
    "profile_compatibility": ConfigurationFieldRule(.note, promise),
    "AVCLevelIndication": ConfigurationFieldRule(.warning, demand, above: .note),
    "chroma_format": ConfigurationFieldRule(.warning, format),
    "bit_depth_luma_minus8": ConfigurationFieldRule(.warning, format),
    "bit_depth_chroma_minus8": ConfigurationFieldRule(.warning, format),
  ]

  private static let vvcRules: [String: ConfigurationFieldRule] = [
    "num_sublayers": ConfigurationFieldRule(.note, "few programs read it"),
    "chroma_format_idc": ConfigurationFieldRule(.warning, format),
    "bit_depth_minus8": ConfigurationFieldRule(.warning, format),
    "native_ptl/general_profile_idc": ConfigurationFieldRule(.warning, decoder),
    "native_ptl/general_tier_flag": ConfigurationFieldRule(.warning, demand),
    "native_ptl/general_level_idc": ConfigurationFieldRule(.warning, demand, above: .note),
    "native_ptl/general_constraint_info": ConfigurationFieldRule(.note, promise),
    "max_picture_width": ConfigurationFieldRule(.warning, format),
    "max_picture_height": ConfigurationFieldRule(.warning, format),
  ]

  private static let av1Rules: [String: ConfigurationFieldRule] = [
    "seq_profile": ConfigurationFieldRule(.warning, decoder),
    "seq_level_idx_0": ConfigurationFieldRule(.warning, demand, above: .note),
    "seq_tier_0": ConfigurationFieldRule(.warning, demand),
    "high_bitdepth": ConfigurationFieldRule(.warning, format),
    "twelve_bit": ConfigurationFieldRule(.warning, format),
    "monochrome": ConfigurationFieldRule(.warning, format),
    "chroma_subsampling_x": ConfigurationFieldRule(.warning, format),
    "chroma_subsampling_y": ConfigurationFieldRule(.warning, format),
    "chroma_sample_position": ConfigurationFieldRule(.note, "few programs read it"),
  ]
}

/// The fields of a record with their numbers and offsets, in the order in which it reports them.
final class RecordFields: FieldSink {
  struct Field {
    /// `native_ptl/general_level_idc`
    var path: String
    var value: UInt64
    /// The byte of the file that has its first bit.
    var offset: Int
  }
  /// The fields in file order, without those of the units in the record.
  private(set) var fields: [Field] = []
  private var groups: [String] = []

  /// Nil if `bytes` are not such a record.
  init?<Record: DecoderConfigurationRecord>(_ bytes: Bytes, _: Record.Type) {
    guard (try? Record(decoding: bytes, sink: self)) != nil else { return nil }
  }

  func open(_ group: FieldGroup) -> Bool {
    groups.append(group.name)
    return true
  }

  func close(_ group: FieldGroup) { groups.removeLast() }

  func field(_ name: String, _ value: FieldValue, bits: Range<Int>) {
    guard groups.count <= 1 else { return }
    let number: UInt64
    switch value {
    case .uint(let value, _): number = value
    case .flag(let flag): number = flag ? 1 : 0
    case .int, .text, .bytes: return
    }
    let path = (groups + [name]).joined(separator: "/")
    fields.append(Field(path: path, value: number, offset: bits.lowerBound / 8))
  }

  func table(_ name: String, _ table: FieldTable, bits: Range<Int>) {}
  func damage(_ error: FieldError) {}

  /// The offset of a field; nil if there is none with the path.
  func offset(of path: String) -> Int? { fields.first { $0.path == path }?.offset }
}
