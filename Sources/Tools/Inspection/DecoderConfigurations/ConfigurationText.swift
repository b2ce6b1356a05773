public import ISOBMFF
import Movie
import NALUnits
public import Text
import Verification

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
