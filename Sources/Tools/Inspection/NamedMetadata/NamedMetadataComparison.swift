internal import FieldCoding
public import Text

/// The differences between the metadata of two files.
public struct NamedMetadataComparison: Sendable {
  /// A name with other values in one file than in the other.
  public struct Difference: Equatable, Sendable {
    /// The group of the name.
    public var group: String
    /// The name in its group.
    public var name: String
    /// The values in the first file; none where the name is new.
    public var old: [String]
    /// The values in the second file; none where the name is missing.
    public var new: [String]

    /// `missing`, `new` or `different`.
    var kind: String { old.isEmpty ? "new" : new.isEmpty ? "missing" : "different" }
  }

  /// The version of the JSON document; it changes when programs that read it would break.
  static let schema = "boxwalk.metadata-comparison/1"

  /// The differences: in the order of the first file, followed by the tags that only the second file has.
  public let differences: [Difference]

  /// Compares the tags of two files. The order of the tags does not matter.
  public init(_ old: [MetadataTag], _ new: [MetadataTag]) {
    let (first, second) = (NamedMetadataComparison.values(old), NamedMetadataComparison.values(new))
    let added = Dictionary(uniqueKeysWithValues: second.map { ($0.key, $0.values) })
    let known = Set(first.map(\.key))
    differences =
      first.compactMap { key, values in
        let others = added[key] ?? []
        return others == values
          ? nil : Difference(group: key.group, name: key.name, old: values, new: others)
      }
      + second.filter { !known.contains($0.key) }.map {
        Difference(group: $0.key.group, name: $0.key.name, old: [], new: $0.values)
      }
  }

  private struct Key: Hashable {
    var group: String
    var name: String
  }

  private static func values(_ tags: [MetadataTag]) -> [(key: Key, values: [String])] {
    MetadataGroup.groups(tags).flatMap { group in
      group.valuesByName.map { (Key(group: group.name, name: $0.name), $0.values) }
    }
  }

  /// Writes a line for each value: `-` is missing in the second file, `+` is new in it.
  public func writeText(to output: TextOutput) {
    for difference in differences {
      let name = printable("\(difference.group):\(difference.name)")
      for value in difference.old { output.line("- \(name)  \(printable(value))") }
      for value in difference.new { output.line("+ \(name)  \(printable(value))") }
    }
  }

  /// Writes a row for each name.
  public func writeCSV(to output: TextOutput) {
    output.line(CSV.line(["difference", "group", "name", "old", "new"]))
    for difference in differences {
      output.line(
        CSV.line([
          difference.kind, difference.group, difference.name,
          difference.old.joined(separator: "; "), difference.new.joined(separator: "; "),
        ]))
    }
  }

  /// Writes one document.
  public func writeJSON(to output: TextOutput, old: String, new: String) {
    var json = JSONWriter(output)
    func strings(_ values: [String]) -> JSONValue { .array(values.map { .string($0) }) }
    let list = differences.map { difference in
      JSONValue.object([
        ("difference", .string(difference.kind)), ("group", .string(difference.group)),
        ("name", .string(difference.name)), ("old", strings(difference.old)),
        ("new", strings(difference.new)),
      ])
    }
    JSONValue.object([
      ("schema", .string(NamedMetadataComparison.schema)), ("old", .string(old)),
      ("new", .string(new)),
      ("differences", .array(list)),
    ]).write(to: &json)
    output.line()
  }
}
