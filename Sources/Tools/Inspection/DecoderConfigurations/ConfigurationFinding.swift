import FieldCoding
import NALUnits
public import Verification

/// A problem of a decoder configuration record, or a difference from its stream.
public struct ConfigurationFinding: Equatable, Sendable {
  public var severity: Severity
  /// The field of the record: `general_level_idc`, `arrays[1]/array_completeness`; empty if it is the
  /// record as a whole, or a sample.
  public var field: String
  /// The byte of the file at which to look.
  public var offset: Int
  /// A sentence that says what is wrong, and what the consequence is.
  public var message: String
}

/// Compares a record with the parameter sets in it and in the samples.
struct ConfigurationCheck<Record: DecoderConfigurationRecord> {
  let codec: VideoCodec
  let record: Record
  /// The stored record.
  let bytes: Bytes
  /// The type of the sample entry; nil if the record is not in one.
  let entry: FourCC?
  /// Nil if there are no samples to look at.
  let sampled: SampledUnits?
  private(set) var findings: [ConfigurationFinding] = []
  private let fields: RecordFields?

  /// Damage can fill a record with thousands of units, and too many sentences do not help.
  private static var limit: Int { 64 }

  init(
    _ codec: VideoCodec, _ record: Record, _ bytes: Bytes, entry: FourCC?,
    _ sampled: SampledUnits?
  ) {
    self.codec = codec
    self.record = record
    self.bytes = bytes
    self.entry = entry
    self.sampled = sampled
    fields = RecordFields(bytes, Record.self)
    checkFields()
    checkLengths()
    checkLists()
    checkSets()
    checkSamples()
  }

  private mutating func add(
    _ severity: Severity, _ field: String, at offset: Int? = nil, _ message: String
  ) {
    guard findings.count < Self.limit else { return }
    let start = offset ?? fields?.offset(of: field) ?? bytes.fileOffset
    findings.append(
      ConfigurationFinding(severity: severity, field: field, offset: start, message: message))
  }

  // MARK: Fields

  /// The correct value of each field is that of a record that is made from the sets.
  private mutating func checkFields() {
    if let version = fields?.fields.first(where: { $0.path == "configurationVersion" }),
      version.value != 1
    {
      add(.error, version.path, "is \(version.value), and not 1: programs do not read the record")
    }
    guard let wanted = try? Record(codedUnits: allUnits).completed(by: record),
      let written = try? wanted.encoded(), let expected = RecordFields(Bytes(written), Record.self)
    else { return }
    let coded = Dictionary(expected.fields.map { ($0.path, $0.value) }) { first, _ in first }
    for stored in fields?.fields ?? [] {
      guard let rule = codec.rules[stored.path], let value = coded[stored.path],
        stored.value != value, stored.value != rule.unknown,
        let severity = stored.value > value ? rule.severityAbove : rule.severity
      else { continue }
      let hex = stored.path.hasSuffix("flags") || stored.path.hasSuffix("compatibility")
      add(
        severity, stored.path,
        "is \(text(stored.value, hex)), but the parameter sets say \(text(value, hex)): "
          + rule.consequence)
    }
  }

  private func text(_ value: UInt64, _ isHex: Bool) -> String {
    isHex ? "0x" + String(value, radix: 16) : "\(value)"
  }

  /// The units of the record that belong there, and the sets of the samples that it does not have.
  private var allUnits: [Bytes] {
    let own = record.unitLists.flatMap(\.fitting).filter { !Record.isOfFurtherLayer($0) }
    let known = Set(own.map { Record.content(of: $0) })
    return own
      + (sampled?.sets ?? []).map(\.unit).filter { !known.contains(Record.content(of: $0)) }
  }

  private mutating func checkLengths() {
    let field = "lengthSizeMinusOne"
    if record.lengthSize == 3 {
      let name = fields?.offset(of: field) == nil ? "LengthSizeMinusOne" : field
      add(.error, name, "is 2: lengths of 3 bytes are not allowed (ISO/IEC 14496-15 §8.3.3.1.3)")
    }
    guard let sampled, let damage = sampled.damage else { return }
    let fitting =
      record.lengthSize == 0
      ? nil
      : [1, 2, 4].first { size in
        size != record.lengthSize
          && (try? Record.units(ofSample: damage.data, lengthSize: size))?.allSatisfy {
            Record.kind(of: $0) != .other || $0.count > 1
          } ?? false
      }
    let advice = fitting.map { "; with lengths of \(counted($0, "byte")) it can be" } ?? ""
    add(
      .error, "", at: damage.error.offset,
      "sample \(damage.sample) cannot be split into units: \(damage.error)\(advice)"
        + (sampled.damagedCount > 1
          ? "; the same is true of \(counted(sampled.damagedCount - 1, "other sample"))" : ""))
  }

  // MARK: Units

  private mutating func checkLists() {
    for list in record.unitLists {
      for unit in list.stray {
        add(
          .error, list.field, at: unit.fileOffset,
          "the list of \(list.name) has a unit of another type, or an empty one")
      }
      guard list.isComplete == false, let entry, !VideoCodec.allowsSetsInSamples(entry),
        list.units.contains(where: { Record.kind(of: $0) == .parameterSet })
      else { continue }
      add(
        .warning, "\(list.field)/array_completeness",
        "is 0 for \(list.name), but '\(entry)' needs 1: some players refuse the track, or look for "
          + "parameter sets in the samples")
    }
    let written = (try? record.encoded().count) ?? bytes.count
    if written < bytes.count {
      add(
        .note, "", at: bytes.fileOffset + written,
        "\(counted(bytes.count - written, "byte")) after the record \(bytes.count - written == 1 ? "has" : "have") no meaning"
      )
    }
  }

  /// The sets of the record, by their keys.
  private var stated: [ParameterSetKey: Bytes] {
    var stated: [ParameterSetKey: Bytes] = [:]
    for unit in record.codedUnits
    where Record.kind(of: unit) == .parameterSet && !Record.isOfFurtherLayer(unit) {
      if let key = try? Record.key(of: unit) { stated[key] = unit }
    }
    return stated
  }

  private mutating func checkSets() {
    let stated = stated
    let inSamples = Set((sampled?.sets ?? []).map(\.key))
    let needsAll = entry.map { !VideoCodec.allowsSetsInSamples($0) } ?? true
    for unit in record.codedUnits
    where Record.kind(of: unit) == .parameterSet && !Record.isOfFurtherLayer(unit) {
      do throws(FieldError) {
        let key = try Record.key(of: unit)
        guard let named = try Record.key(namedBySet: unit), stated[named] == nil,
          needsAll || !inSamples.contains(named)
        else { continue }
        add(
          .error, "", at: unit.fileOffset,
          "\(key) needs \(named), which is not in the record: a decoder cannot start")
      } catch {
        add(.error, "", at: error.offset, "a parameter set cannot be read: \(error)")
      }
    }
    if needsAll, codec != .av1, !stated.keys.contains(where: { $0.name == "SPS" }) {
      add(.error, "", "has no SPS: a decoder cannot start")
    }
    for (key, sample) in (sampled?.named ?? [:]).sorted(by: { $0.value < $1.value })
    where stated[key] == nil && (needsAll || !inSamples.contains(key)) {
      guard codec != .av1 || !inSamples.contains(key) else { continue }
      add(
        .error, "",
        "\(sample > 0 ? "the picture of sample \(sample)" : "a picture") needs \(key), which "
          + (inSamples.contains(key) ? "is only in samples" : "is nowhere"))
    }
  }

  // MARK: Samples

  private mutating func checkSamples() {
    guard let sampled else { return }
    for (error, sample) in sampled.unreadable {
      let owner = sample > 0 ? "sample \(sample)" : "the stream"
      add(.error, "", at: error.offset, "a set of \(owner) cannot be read: \(error)")
    }
    let stated = stated
    let isOutOfBand = entry.map { !VideoCodec.allowsSetsInSamples($0) } ?? false
    // The list that has sets of a kind, by its first.
    var lists: [String: UnitList] = [:]
    for list in record.unitLists {
      let key = list.fitting.lazy.compactMap { try? Record.key(of: $0) }.first
      if let key, lists[key.name] == nil { lists[key.name] = list }
    }
    var repeated = 0
    for found in sampled.sets {
      let own = stated[found.key].map { Record.content(of: $0) }
      guard own != Record.content(of: found.unit) else {
        repeated += 1
        continue
      }
      let list = lists[found.key.name]
      let claims = isOutOfBand && codec != .av1 || list?.isComplete == true
      let what = own == nil ? "is not in the record" : "differs from that of the record"
      let advice = isOutOfBand ? "; boxwalk retag corrects it" : ""
      let field = list?.isComplete == nil ? nil : list?.field
      add(
        claims ? .error : .note, field.map { "\($0)/array_completeness" } ?? "",
        at: found.unit.fileOffset,
        "\(found.key) of \(found.sample > 0 ? "sample \(found.sample)" : "the stream") \(what)"
          + (claims
            ? ", which is said to have all sets: players that read only the record decode wrongly\(advice)"
            : ", which this kind of stream allows"))
    }
    // A stream without samples repeats nothing: the record is made from it, or is compared with it.
    guard repeated > 0, sampled.sampleCount > 0, codec != .av1 else { return }
    add(
      .note, "",
      "\(counted(sampled.samplesWithSets, "sample repeats", "samples repeat")) parameter sets, which does "
        + "no harm if they are the same as in the record")
  }
}

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
