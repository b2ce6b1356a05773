import AV1
import AVC
import HEVC
public import ISOBMFF
package import Movie
public import NALUnits
import VVC
public import Verification

/// A decoder configuration record, with facts about its stream: it was read from a file, or made from parameter sets.
///
///     let file = try ConfigurationFile(bytes)
///     for configuration in file.configurations { print(configuration.codec, configuration.findings) }
public struct DecoderConfiguration: Sendable {
  /// The track or item that has the record.
  public enum Owner: Equatable, Sendable {
    /// The file is a record, or a stream.
    case file
    /// A track with this ID (`track_ID`).
    case track(UInt32)
    /// An item with this ID (`item_ID`).
    case item(UInt32)
  }

  public let owner: Owner
  public let codec: VideoCodec
  /// The type of the sample entry or of the item; nil if the record is not in a track or item.
  public let entry: FourCC?
  /// The record with its fields, whose type depends on the codec.
  public let record: any DecoderConfigurationRecord
  /// The bytes of the record; a record that was made from parameter sets is not in the file.
  public let bytes: Bytes
  /// Whether the record was made from the parameter sets of a stream.
  public let isMade: Bool
  /// The findings about the record, the most severe first.
  public let findings: [ConfigurationFinding]
  /// The other boxes of the sample entry, or properties of the item.
  let companions: [Box]
  let sampled: SampledUnits?

  /// A record that is stored.
  init(
    _ owner: Owner, _ codec: VideoCodec, entry: FourCC?, bytes: Bytes,
    _ record: any DecoderConfigurationRecord, _ companions: [Box], _ sampled: SampledUnits?
  ) {
    self.owner = owner
    self.codec = codec
    self.entry = entry
    self.record = record
    self.bytes = bytes
    self.companions = companions
    self.sampled = sampled
    isMade = false
    findings = DecoderConfiguration.check(codec, record, bytes, entry, sampled)
  }

  /// A record that is made from the parameter sets of a stream.
  init(_ codec: VideoCodec, madeOf stream: SampledUnits) throws(FieldError) {
    owner = .file
    self.codec = codec
    entry = nil
    record = try codec.record.init(codedUnits: stream.unitsForRecord)
    bytes = Bytes(try record.encoded())
    companions = []
    sampled = stream
    isMade = true
    findings = DecoderConfiguration.check(codec, record, bytes, nil, stream)
  }

  private static func check(
    _ codec: VideoCodec, _ record: some DecoderConfigurationRecord, _ bytes: Bytes,
    _ entry: FourCC?, _ sampled: SampledUnits?
  ) -> [ConfigurationFinding] {
    ConfigurationCheck(codec, record, bytes, entry: entry, sampled).findings
      .sorted { $0.severity > $1.severity }
  }

  /// Whether the record has parameter sets, so that a decoder can start.
  package var hasParameterSets: Bool { record.unitLists.contains { !$0.fitting.isEmpty } }

  /// The worst of the findings; nil if there is none.
  public var worst: Severity? { findings.map(\.severity).max() }

  /// The record with the values of the parameter sets: those that it has, and those of the samples. Values that parameter
  /// sets do not state do not change.
  ///
  /// It throws if no parameter set can be read.
  public func remade() throws(FieldError) -> Bytes {
    Bytes(try DecoderConfiguration.remade(record, sampled))
  }

  private static func remade<Record: DecoderConfigurationRecord>(
    _ record: Record, _ sampled: SampledUnits?
  ) throws(FieldError) -> [UInt8] {
    var units = record.unitLists.flatMap(\.fitting).filter { !Record.isOfFurtherLayer($0) }
    var keys = Set(units.compactMap { try? Record.key(of: $0) })
    for found in sampled?.sets ?? [] where keys.insert(found.key).inserted {
      units.append(found.unit)
    }
    let known = Set(units)
    units += (sampled?.declarations ?? []).filter { !known.contains($0) }
    return try Record(codedUnits: units).completed(by: record).encoded()
  }

  /// The record compared with the parameter sets of a stream that is in another file.
  func compared(with stream: SampledUnits) -> DecoderConfiguration {
    DecoderConfiguration(owner, codec, entry: entry, bytes: bytes, record, companions, stream)
  }
}

extension DecoderConfiguration {
  /// The type of the sample entry, or that of one whose parameter sets are all in the record.
  public var sampleEntry: FourCC { entry ?? codec.sampleEntry }

  /// The description of the codec as text and as a codec string. If the record was made for another type
  /// of sample entry, the string is that of `entry`.
  package func description(as entry: FourCC? = nil) -> CodecDescription {
    let boxes = (codec.box(record).map { [$0] } ?? []) + companions
    return CodecDescription(entry ?? sampleEntry, boxes)
  }

  /// The `codecs` parameter of the stream (RFC 6381): `hvc1.2.4.L153.B0`.
  public func codec(as entry: FourCC? = nil) -> String { description(as: entry).codec }

  /// The `description` that WebCodecs' `VideoDecoderConfig` takes with samples that are framed by lengths
  /// ("HEVC WebCodecs Registration" §4, "AVC WebCodecs Registration" §4); nil for codecs that have
  /// none.
  public var webCodecsDescription: Bytes? {
    switch codec {
    case .hevc, .avc: bytes
    case .vvc, .av1: nil
    }
  }

  /// Describes the fields of the record to `sink`.
  public func describeFields(to sink: any FieldSink) {
    DecoderConfiguration.describe(record, bytes, to: sink)
  }

  private static func describe<Record: DecoderConfigurationRecord>(
    _: Record, _ bytes: Bytes, to sink: any FieldSink
  ) {
    do throws(FieldError) { _ = try Record(decoding: bytes, sink: sink) } catch {
      sink.damage(error)
    }
  }
}

/// A video codec whose streams have a decoder configuration record.
public enum VideoCodec: String, Sendable, CaseIterable {
  case hevc = "HEVC"
  case avc = "AVC"
  case vvc = "VVC"
  case av1 = "AV1"

  /// The type of its record.
  public var record: any DecoderConfigurationRecord.Type {
    switch self {
    case .hevc: HEVCDecoderConfigurationRecord.self
    case .avc: AVCDecoderConfigurationRecord.self
    case .vvc: VvcDecoderConfigurationRecord.self
    case .av1: AV1CodecConfigurationRecord.self
    }
  }

  /// The box that has the record: `hvcC`.
  public var boxType: FourCC {
    switch self {
    case .hevc: HEVCConfigurationBox.type
    case .avc: AVCConfigurationBox.type
    case .vvc: VvcConfigurationBox.type
    case .av1: AV1CodecConfigurationBox.type
    }
  }

  /// The number of bytes before the record in the box: 4 for the header of a `FullBox`.
  var boxHeaderSize: Int { self == .vvc ? 4 : 0 }

  /// The type of a sample entry that has all parameter sets in the record.
  public var sampleEntry: FourCC {
    switch self {
    case .hevc: "hvc1"
    case .avc: "avc1"
    case .vvc: "vvc1"
    case .av1: "av01"
    }
  }

  /// Whether parameter sets may also be in the samples with this type of sample entry. With other types, all of
  /// them are in the record (ISO/IEC 14496-15 §5.4.2.1, §8.4.1, §11.3.1).
  static func allowsSetsInSamples(_ entry: FourCC) -> Bool {
    !["hvc1", "dvh1", "avc1", "dva1", "vvc1"].contains(entry)
  }

  /// A box with a record of this codec; nil if the record is of another.
  func box(_ record: any DecoderConfigurationRecord) -> Box? {
    switch record {
    case let record as HEVCDecoderConfigurationRecord:
      var body = HEVCConfigurationBox()
      body.record = record
      return Box(body)
    case let record as AVCDecoderConfigurationRecord:
      var body = AVCConfigurationBox()
      body.record = record
      return Box(body)
    case let record as VvcDecoderConfigurationRecord:
      var body = VvcConfigurationBox()
      body.record = record
      return Box(body)
    case let record as AV1CodecConfigurationRecord:
      var body = AV1CodecConfigurationBox()
      body.record = record
      return Box(body)
    default: return nil
    }
  }
}

extension VideoCodec {
  /// The codec of a record that is not in a box: of those whose fields give the same bytes again, the
  /// one that finds its parameter sets in it.
  public init?(ofRecord bytes: Bytes) {
    let found = VideoCodec.allCases.filter { $0.record.isRecord(bytes) }
    guard let first = found.first, found.count == 1 else { return nil }
    self = first
  }

  /// The codec of a stream with these NAL units: the one that finds a sequence parameter set among
  /// them that it can read.
  public init?(ofStream units: [Bytes]) {
    let found = [VideoCodec.hevc, .avc, .vvc].first { codec in
      codec.record.readableSets(of: units).contains { $0.name == "SPS" }
    }
    guard let found else { return nil }
    self = found
  }
}

extension UnitList {
  /// The units that belong there.
  var fitting: [Bytes] {
    let stray = Set(stray)
    return stray.isEmpty ? units : units.filter { !stray.contains($0) }
  }
}

extension DecoderConfigurationRecord {
  fileprivate static func isRecord(_ bytes: Bytes) -> Bool {
    guard let record = try? Self(decoding: bytes), let written = try? record.encoded(),
      written.elementsEqual(bytes)
    else { return false }
    return record.unitLists.contains { $0.fitting.contains { kind(of: $0) == .parameterSet } }
  }

  /// The keys of the parameter sets that can be read.
  fileprivate static func readableSets(of units: [Bytes]) -> [ParameterSetKey] {
    units.filter { kind(of: $0) == .parameterSet }.compactMap { try? key(of: $0) }
  }
}

/// The parameter sets in the samples of a stream, and the sets to which their pictures refer.
///
/// Only the lengths and the first bytes of other units are read.
struct SampledUnits: Sendable {
  /// A parameter set in a sample.
  struct Found: Sendable {
    var key: ParameterSetKey
    var unit: Bytes
    /// The number of the sample, from 1; 0 of a stream that is not split into samples.
    var sample: Int
  }

  /// Sets, each with its first sample; several with one key if the set changes within the stream.
  private(set) var sets: [Found] = []
  /// Units that apply to the whole stream, such as the display data of HDR10.
  private(set) var declarations: [Bytes] = []
  /// The sets that pictures name, with the first sample that has such a picture.
  private(set) var named: [ParameterSetKey: Int] = [:]
  private(set) var sampleCount = 0
  /// Samples that have parameter sets.
  private(set) var samplesWithSets = 0
  /// The error of the first sample that cannot be divided into units, and the number of such samples.
  private(set) var damage: (error: FieldError, sample: Int, data: Bytes)?
  private(set) var damagedCount = 0
  /// A set that cannot be read.
  private(set) var unreadable: [(error: FieldError, sample: Int)] = []

  private var known: Set<Bytes> = []

  init() {}

  /// The units of a stream with start codes, or of one that is not split into samples.
  init<Record: DecoderConfigurationRecord>(stream units: [Bytes], _: Record.Type) {
    for unit in units { add(unit, sample: 0, Record.self) }
  }

  /// Reads a sample.
  mutating func add<Record: DecoderConfigurationRecord>(
    _ data: Bytes, number: Int, lengthSize: Int, _: Record.Type
  ) {
    sampleCount += 1
    do throws(FieldError) {
      let before = samplesWithSets
      var hasSets = false
      for unit in try Record.units(ofSample: data, lengthSize: lengthSize) {
        if add(unit, sample: number, Record.self) { hasSets = true }
      }
      samplesWithSets = before + (hasSets ? 1 : 0)
    } catch {
      if damage == nil { damage = (error, number, data) }
      damagedCount += 1
    }
  }

  /// - Returns: whether it is a parameter set.
  @discardableResult
  private mutating func add<Record: DecoderConfigurationRecord>(
    _ unit: Bytes, sample: Int, _: Record.Type
  ) -> Bool {
    guard !Record.isOfFurtherLayer(unit) else { return false }
    switch Record.kind(of: unit) {
    case .parameterSet:
      guard known.insert(Record.content(of: unit)).inserted else { return true }
      do throws(FieldError) {
        sets.append(Found(key: try Record.key(of: unit), unit: unit, sample: sample))
      } catch {
        unreadable.append((error, sample))
      }
      return true
    case .picture:
      if let key = try? Record.key(namedByPicture: unit), named[key] == nil { named[key] = sample }
    case .declaration:
      if Record.holdsForStream(unit), known.insert(unit).inserted { declarations.append(unit) }
    case .other: break
    }
    return false
  }

  /// The units for a record: the first set of each key, and the declarations.
  var unitsForRecord: [Bytes] {
    var keys: Set<ParameterSetKey> = []
    return sets.filter { keys.insert($0.key).inserted }.map(\.unit) + declarations
  }
}

extension SampledUnits {
  /// The samples of a sample entry, as far as they are in the file.
  ///
  /// - Parameter entry: the number of the sample entry, from 1.
  init<Record: DecoderConfigurationRecord>(
    _ track: Track, entry: Int, in file: BoxFile, lengthSize: Int, _: Record.Type
  ) {
    self.init()
    for sample in track.samples.withBytes
    where sample.descriptionIndex == entry && sample.location == .file(0) {
      guard let data = file.bytes.part(sample.fileRange) else { continue }
      add(data, number: sample.number, lengthSize: lengthSize, Record.self)
    }
  }
}
