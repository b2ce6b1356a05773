import HEIF
public import ISOBMFF
import Movie
import NALUnits

/// The decoder configuration records of a file, or the one that its stream asks for.
///
/// The file is a movie or photo, a record or a box with one, a stream with start codes (ITU-T H.264, H.265,
/// H.266 Annex B), a stream of open bitstream units (AV1 §5), or a parameter set.
public struct ConfigurationFile: Sendable {
  public internal(set) var configurations: [DecoderConfiguration]
  /// Codec strings of all tracks of a movie, in their order.
  public let trackCodecs: [String]

  /// Reads the files, which belong together: parts of a stream, or parameter sets in separate files.
  ///
  /// - Parameter codec: the codec of a record or stream; nil to detect it.
  public init(
    _ files: [Bytes], codec: VideoCodec? = nil, limits: DecodeLimits = DecodeLimits()
  ) throws(ConfigurationError) {
    let movie =
      files.count == 1 && FileKind(files[0]) == .boxes
      ? MovieFile(BoxFile(files[0], limits: limits)) : nil
    trackCodecs = ConfigurationFile.codecs(movie)
    if files.count == 1, let file = files.first {
      if FileKind(file) == .boxes {
        configurations = ConfigurationFile.configurations(BoxFile(file, limits: limits))
        guard !configurations.isEmpty else {
          throw ConfigurationError(
            movie?.reasonForNoTracks ?? "has no decoder configuration of HEVC, AVC, VVC or AV1")
        }
        return
      }
      if let record = try ConfigurationFile.record(file, codec) {
        configurations = [record]
        return
      }
    }
    let (found, stream) = try ConfigurationFile.stream(files, codec)
    do throws(FieldError) {
      configurations = [try DecoderConfiguration(found, madeOf: stream)]
    } catch {
      throw ConfigurationError("\(error)")
    }
  }

  /// Compares all records of the file with the parameter sets of a stream.
  public mutating func compare(withStream files: [Bytes]) throws(ConfigurationError) {
    guard let codec = configurations.first?.codec else { return }
    let (found, stream) = try ConfigurationFile.stream(files, codec)
    guard !stream.sets.isEmpty else {
      throw ConfigurationError("has no parameter set of \(found.rawValue) to compare with")
    }
    guard configurations.allSatisfy({ $0.codec == found }) else {
      throw ConfigurationError(
        "is a stream of \(found.rawValue), but the record is not of that codec")
    }
    configurations = configurations.map { $0.compared(with: stream) }
  }

  private static func codecs(_ movie: MovieFile?) -> [String] {
    (movie?.tracks ?? []).filter { ["vide", "soun"].contains($0.handlerType) }
      .compactMap { $0.sampleEntries.first.map { CodecDescription(entry: $0).codec } }
  }
}

/// Why a file has no decoder configuration, after its name.
public struct ConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
  public var description: String
  init(_ description: String) { self.description = description }
}

// MARK: - Records and streams

extension ConfigurationFile {
  /// The record that the file is, or the box of one; nil if it is neither.
  private static func record(
    _ file: Bytes, _ codec: VideoCodec?
  ) throws(ConfigurationError) -> DecoderConfiguration? {
    var (bytes, codec) = (file, codec)
    if let type = file.part(4..<8) {
      let code = FourCC(rawValue: type.reduce(0) { $0 << 8 | UInt32($1) })
      if let boxed = VideoCodec.allCases.first(where: { $0.boxType == code }) {
        codec = boxed
        bytes = file.part(8 + boxed.boxHeaderSize..<file.count) ?? Bytes()
      }
    }
    // The output of boxwalk extract --config for vvcC includes the box header.
    if codec ?? .vvc == .vvc, bytes.prefix(4).allSatisfy({ $0 == 0 }), bytes.count > 4,
      bytes[4] >= 0b1111_1000, let rest = bytes.part(4..<bytes.count)
    {
      (bytes, codec) = (rest, .vvc)
    }
    guard let found = codec ?? VideoCodec(ofRecord: bytes), !startsStream(bytes) else {
      return nil
    }
    do throws(FieldError) {
      let record = try found.record.init(decoding: bytes)
      return DecoderConfiguration(.file, found, entry: nil, bytes: bytes, record, [], nil)
    } catch {
      // A parameter set, whose codec was named.
      if found.record.kind(of: bytes) == .parameterSet { return nil }
      throw ConfigurationError("has no record of \(found.rawValue): \(error)")
    }
  }

  private static func startsStream(_ bytes: Bytes) -> Bool {
    bytes.starts(with: [0, 0, 1]) || bytes.starts(with: [0, 0, 0, 1])
      || bytes.starts(with: temporalDelimiter)
  }

  /// `OBU_TEMPORAL_DELIMITER` with a size of 0, with which a stream of AV1 starts.
  private static let temporalDelimiter: [UInt8] = [0x12, 0]

  /// The parameter sets in the units of files.
  private static func stream(
    _ files: [Bytes], _ codec: VideoCodec?
  ) throws(ConfigurationError) -> (VideoCodec, SampledUnits) {
    var units: [Bytes] = []
    var isAV1 = codec == .av1
    for file in files {
      isAV1 = isAV1 || file.starts(with: temporalDelimiter) || (file.first ?? 0) & 0xF8 == 0x08
      do throws(FieldError) {
        if isAV1 {
          units += try VideoCodec.av1.record.units(ofSample: file, lengthSize: 0)
        } else {
          units += startsStream(file) ? try AnnexB.nalUnits(in: file) : [file]
        }
      } catch {
        throw ConfigurationError("is not a readable stream: \(error)")
      }
    }
    guard let found = codec ?? (isAV1 ? .av1 : VideoCodec(ofStream: units)) else {
      throw ConfigurationError(
        "has no decoder configuration: movies and photos of HEVC, AVC, VVC and AV1 have one, and records and streams "
          + "with a sequence parameter set are one")
    }
    return (found, sampled(units, found.record))
  }

  private static func sampled<Record: DecoderConfigurationRecord>(
    _ units: [Bytes], _: Record.Type
  ) -> SampledUnits { SampledUnits(stream: units, Record.self) }
}

// MARK: - Movies and photos

extension ConfigurationFile {
  private static func configurations(_ file: BoxFile) -> [DecoderConfiguration] {
    var found: [DecoderConfiguration] = []
    for track in MovieFile(file)?.tracks ?? [] {
      for (index, entry) in track.sampleEntries.enumerated() {
        let configuration = configuration(.track(track.id), entry.type, entry.children) {
          record, type in
          guard !["encv", "resv"].contains(entry.type) else { return nil }
          return sampled(track, index + 1, file, record, type)
        }
        if let configuration { found.append(configuration) }
      }
    }
    return found + items(HEIFFile(expanding: file))
  }

  /// The first of the items that share a record.
  private static func items(_ photo: HEIFFile?) -> [DecoderConfiguration] {
    var found: [DecoderConfiguration] = []
    var known: Set<Int> = []
    for item in photo?.items ?? [] {
      let boxes = item.properties.map(\.box)
      guard
        let box = boxes.first(where: { box in
          VideoCodec.allCases.contains { $0.boxType == box.type }
        }),
        known.insert(box.origin?.fileOffset ?? -1).inserted
      else { continue }
      let configuration = configuration(.item(item.id), item.type, boxes) { record, type in
        guard item.entry.protectionIndex == 0, let data = try? photo?.data(of: item.id) else {
          return nil
        }
        return sampled(data, record, type)
      }
      if let configuration { found.append(configuration) }
    }
    return found
  }

  private static func sampled<Record: DecoderConfigurationRecord>(
    _ track: Track, _ entry: Int, _ file: BoxFile, _ record: any DecoderConfigurationRecord,
    _: Record.Type
  ) -> SampledUnits {
    SampledUnits(track, entry: entry, in: file, lengthSize: record.lengthSize, Record.self)
  }

  private static func sampled<Record: DecoderConfigurationRecord>(
    _ data: Bytes, _ record: any DecoderConfigurationRecord, _: Record.Type
  ) -> SampledUnits {
    var sampled = SampledUnits()
    sampled.add(data, number: 1, lengthSize: record.lengthSize, Record.self)
    return sampled
  }

  /// The record among the boxes of a sample entry, or the properties of an item.
  private static func configuration(
    _ owner: DecoderConfiguration.Owner, _ type: FourCC, _ boxes: [Box],
    _ sampled: (any DecoderConfigurationRecord, any DecoderConfigurationRecord.Type) ->
      SampledUnits?
  ) -> DecoderConfiguration? {
    for codec in VideoCodec.allCases {
      guard let box = boxes.first(where: { $0.type == codec.boxType }),
        let payload = box.sourcePayload,
        let bytes = payload.part(min(codec.boxHeaderSize, payload.count)..<payload.count),
        let record = try? codec.record.init(decoding: bytes)
      else { continue }
      return DecoderConfiguration(
        owner, codec, entry: type, bytes: bytes, record,
        boxes.filter { $0.type != codec.boxType },
        sampled(record, codec.record))
    }
    return nil
  }
}
