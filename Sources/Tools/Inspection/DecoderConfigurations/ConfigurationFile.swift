import HEIF
public import ISOBMFF
import Movie
import NALUnits
public import Text
import Verification

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

extension DecoderConfiguration {
  /// Writes the records as text: the codec, the units, the codec strings for players, and the findings.
  ///
  /// - Parameters:
  ///   - name: the name of the file.
  ///   - entry: the type of the sample entry for the codec strings; nil for that of the file.
  ///   - others: codec strings of the other tracks.
  public func write(
    to output: TextOutput, _ style: ReportTextStyle, name: String, as entry: FourCC? = nil,
    others: [String] = []
  ) {
    let owner = ownerText.isEmpty ? "" : ": \(ownerText)"
    output.line(style.heading(printable(name)) + owner)
    func line(_ head: String, _ text: String) {
      output.line("  " + head + String(repeating: " ", count: max(1, 12 - head.count)) + text)
    }
    let description = description(as: entry)
    line("Codec", description.text)
    let origin = isMade ? "made of the parameter sets" : "at byte \(grouped(bytes.fileOffset))"
    let lengths = record.lengthSize > 0 ? ", lengths of \(counted(record.lengthSize, "byte"))" : ""
    line("Record", "\(codec.boxType), \(counted(bytes.count, "byte")) \(origin)\(lengths)")
    for list in record.unitLists {
      for unit in list.units { line("", unitText(unit, list)) }
    }
    line("CODECS", attribute(as: entry, others: others))
    if let description = webCodecsDescription {
      line(
        "WebCodecs", "description of \(counted(description.count, "byte")); --as base64 writes it")
    }
    for finding in findings {
      let field = finding.field.isEmpty ? "" : "\(finding.field) "
      output.line(
        "  " + style.severity(finding.severity) + ": "
          + printable("\(field)\(finding.message), at byte \(finding.offset)"))
    }
  }

  private var ownerText: String {
    switch owner {
    case .file: ""
    case .track(let id): "track \(id)"
    case .item(let id): "item \(id)"
    }
  }

  private func unitText(_ unit: Bytes, _ list: UnitList) -> String {
    let isComplete = list.isComplete.map { $0 ? ", none in samples" : ", more may be in samples" }
    return "\(DecoderConfiguration.name(unit, list, record)), \(counted(unit.count, "byte"))"
      + (isComplete ?? "")
  }

  /// `SPS 0`; the name of the list if the unit is not a parameter set.
  private static func name<Record: DecoderConfigurationRecord>(
    _ unit: Bytes, _ list: UnitList, _: Record
  ) -> String {
    guard Record.kind(of: unit) == .parameterSet, let key = try? Record.key(of: unit) else {
      return list.name
    }
    return "\(key)"
  }

  /// The attribute of a playlist (RFC 8216 §4.3.4.2): `CODECS="hvc1.2.4.L153.B0,mp4a.40.2"`.
  public func attribute(as entry: FourCC? = nil, others: [String] = []) -> String {
    "CODECS=\"" + ([codec(as: entry)] + others).joined(separator: ",") + "\""
  }

  /// The JSON value that Documentation/config-json.md describes.
  func value(as entry: FourCC?, others: [String]) -> JSONValue {
    var members: [(String, JSONValue?)] = []
    switch owner {
    case .file: break
    case .track(let id): members.append(("track", .int(Int(id))))
    case .item(let id): members.append(("item", .int(Int(id))))
    }
    members += [
      ("codec", description(as: entry).value), ("box", .string("\(codec.boxType)")),
      ("offset", isMade ? nil : .int(bytes.fileOffset)), ("bytes", .int(bytes.count)),
      ("made", .bool(isMade)),
      ("lengthSize", record.lengthSize > 0 ? .int(record.lengthSize) : nil),
      (
        "units",
        .array(
          record.unitLists.flatMap { list in
            list.units.map { unit in
              .object([
                ("name", .string(DecoderConfiguration.name(unit, list, record))),
                ("field", .string(list.field)), ("bytes", .int(unit.count)),
                ("complete", list.isComplete.map { .bool($0) }),
              ])
            }
          })
      ),
      ("codecs", .string(attribute(as: entry, others: others))),
      ("description", webCodecsDescription.map { .string(Base64.text($0)) }),
      ("record", .string(Base64.text(bytes))),
      (
        "findings",
        .array(
          findings.map {
            .object([
              ("severity", .string($0.severity.rawValue)), ("field", .string($0.field)),
              ("offset", .int($0.offset)), ("message", .string($0.message)),
            ])
          })
      ),
    ]
    return .object(members)
  }
}

extension ConfigurationFile {
  /// The version of the JSON document; it changes when programs that read it would break.
  private static let schema = "boxwalk.config/1"

  /// A JSON document, as Documentation/config-json.md describes it.
  ///
  /// - Parameters:
  ///   - entry: the type of sample entry that codec strings name.
  ///   - more: members that come last.
  public func writeJSON(
    to output: TextOutput, name: String, as entry: FourCC? = nil, more: [(String, JSONValue?)] = []
  ) {
    let members: [(String, JSONValue?)] = [
      ("schema", .string(ConfigurationFile.schema)), ("file", .string(name)),
      (
        "configurations",
        .array(configurations.map { $0.value(as: entry, others: others(than: $0)) })
      ),
    ]
    JSONValue.object(members + more).writeLine(to: output)
  }

  /// Codec strings of the tracks beside that of a record.
  public func others(than configuration: DecoderConfiguration) -> [String] {
    var codecs = trackCodecs
    if let own = codecs.firstIndex(of: configuration.codec()) { codecs.remove(at: own) }
    return codecs
  }

  /// The file with only the records of one track or item.
  public func of(_ owner: DecoderConfiguration.Owner) -> ConfigurationFile {
    var file = self
    file.configurations = configurations.filter { $0.owner == owner }
    return file
  }
}
