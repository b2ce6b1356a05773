import AV1
import AVC
import HEVC
public import ISOBMFF
public import NALUnits
import VVC

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
