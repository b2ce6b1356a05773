internal import FieldCoding
public import Text

/// Writes the metadata of files, one after another.
public struct MetadataWriter {
  /// The format of the output.
  public enum Format: Sendable {
    /// Lines for a person, by groups.
    case text
    /// A document on a line for each file.
    case json
    /// A row for each value.
    case csv
    /// Only the values, each once, for scripts.
    case values
  }

  /// The version of the JSON document; it changes when programs that read it would break.
  static let schema = "boxwalk.metadata/1"

  private let output: TextOutput
  private let format: Format
  private let heading: (String) -> String
  private var isEmpty = true

  /// - Parameter heading: how the names of files and groups are shown, as with colours.
  public init(
    _ output: TextOutput, as format: Format, heading: @escaping (String) -> String = { $0 }
  ) {
    self.output = output
    self.format = format
    self.heading = heading
  }

  /// Writes the values of one file.
  ///
  /// - Parameters:
  ///   - tags: the tags to show.
  ///   - refusal: why the file cannot be read; nil if it can.
  ///   - name: the name of the file; nil if it is not shown.
  public mutating func write(_ tags: [MetadataTag], refusal: String? = nil, of name: String?) {
    switch format {
    case .text: writeText(tags, name)
    case .json: writeJSON(tags, refusal, name ?? "")
    case .csv:
      if isEmpty { output.line(CSV.line(["file", "group", "name", "value"])) }
      for tag in tags {
        output.line(CSV.line([name ?? "", tag.group, tag.name, tag.value]))
      }
    case .values:
      // Several groups often have the same value.
      var shown: Set<String> = []
      for tag in tags where shown.insert(tag.value).inserted { output.line(printable(tag.value)) }
    }
    isEmpty = false
  }

  private func writeText(_ tags: [MetadataTag], _ name: String?) {
    if let name {
      if !isEmpty { output.line() }
      output.line(heading(printable(name) + ":"))
    }
    for (index, group) in MetadataGroup.groups(tags).enumerated() {
      if index > 0 { output.line() }
      output.line(heading(printable(group.name)))
      let width = group.tags.map { $0.name.count }.max() ?? 0
      for tag in group.tags {
        let padding = String(repeating: " ", count: width - tag.name.count + 2)
        output.sentence(
          "  \(printable(tag.name))\(padding)\(printable(tag.value))",
          indent: 2 + printable(tag.name).count + padding.count)
      }
    }
  }

  private func writeJSON(_ tags: [MetadataTag], _ refusal: String?, _ name: String) {
    var json = JSONWriter(output)
    json.open(.object)
    json.key("schema")
    json.string(MetadataWriter.schema)
    json.key("file")
    json.string(name)
    if let refusal {
      json.key("error")
      json.string(refusal)
    }
    json.key("metadata")
    json.open(.object)
    for group in MetadataGroup.groups(tags) {
      json.key(group.name)
      json.open(.object)
      for (name, values) in group.valuesByName {
        json.key(name)
        // Several values of one name are a list.
        let strings = values.map { JSONValue.string($0) }
        (strings.count == 1 ? strings[0] : .array(strings)).write(to: &json)
      }
      json.close(.object)
    }
    json.close(.object)
    json.close(.object)
    output.line()
  }
}

/// The tags of one group.
struct MetadataGroup {
  var name: String
  var tags: [MetadataTag]

  /// All groups, in the order in which they first occur.
  static func groups(_ tags: [MetadataTag]) -> [MetadataGroup] {
    var indices: [String: Int] = [:]
    var groups: [MetadataGroup] = []
    for tag in tags {
      if let index = indices[tag.group] {
        groups[index].tags.append(tag)
      } else {
        indices[tag.group] = groups.count
        groups.append(MetadataGroup(name: tag.group, tags: [tag]))
      }
    }
    return groups
  }

  /// The values of each name, in the order in which the names first occur.
  var valuesByName: [(name: String, values: [String])] {
    var indices: [String: Int] = [:]
    var names: [(name: String, values: [String])] = []
    for tag in tags {
      if let index = indices[tag.name] {
        names[index].values.append(tag.value)
      } else {
        indices[tag.name] = names.count
        names.append((tag.name, [tag.value]))
      }
    }
    return names
  }
}
