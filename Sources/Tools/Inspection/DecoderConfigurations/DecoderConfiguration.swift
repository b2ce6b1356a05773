public import ISOBMFF
package import Movie
public import NALUnits
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
}

extension DecoderConfiguration {
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
