public import ISOBMFF
public import Text

extension Catalogue {
  /// Writes one line for each entry, under a heading for each kind, and the reasons why entries are only named.
  public static func write(_ entries: [Entry], to output: TextOutput, _ style: ReportTextStyle) {
    for kind in Kind.allCases {
      let entries = entries.filter { $0.kind == kind }
      guard !entries.isEmpty else { continue }
      output.line(style.heading("\(kind.rawValue) (\(entries.count))"))
      for entry in entries { output.sentence("  \(entry.line)", indent: 8) }
    }
    let reasons = reasonsForNamesOnly(in: entries)
    guard !reasons.isEmpty else { return }
    let count = reasons.reduce(0) { $0 + $1.count }
    output.line(style.heading("named only (\(count)), and the reasons"))
    for (reason, count) in reasons { output.sentence("  \(count)  \(reason)", indent: 6) }
  }

  /// Writes the JSON document that Documentation/catalogue-json.md describes.
  public static func writeJSON(_ entries: [Entry], to output: TextOutput) {
    var json = JSONWriter(output)
    json.open(.object)
    json.key("schema")
    json.string("boxwalk.catalogue/1")
    json.key("entries")
    json.open(.array)
    for entry in entries { entry.write(to: &json) }
    json.close(.array)
    json.close(.object)
    output.line()
  }
}

extension Catalogue.Entry {
  fileprivate var line: String {
    var parts = ["\(name)"]
    if !specification.isEmpty { parts.append(specification) }
    if let versions {
      parts.append(
        versions.count == 1
          ? "version \(versions.lowerBound)"
          : "versions \(versions.lowerBound) to \(versions.upperBound)")
    }
    if !contexts.isEmpty { parts.append("in \(contexts.map(\.text).joined(separator: "; "))") }
    switch syntax {
    case .fields, .boxes, .value: break
    case .data(let reason): parts.append("bytes" + (reason.map { ": \($0)" } ?? ""))
    case .named(let reason): parts.append("named only: \(reason)")
    }
    return "\(code)\(userType.map { " \($0)" } ?? "")  \(parts.joined(separator: " · "))"
  }

  fileprivate func write(to json: inout JSONWriter) {
    json.open(.object)
    json.key("kind")
    json.string(kind.rawValue)
    json.key("code")
    json.string("\(code)")
    if let userType {
      json.key("userType")
      json.string("\(userType)")
    }
    json.key("name")
    json.string(name)
    json.key("specification")
    json.string(specification)
    json.key("containers")
    json.open(.array)
    for context in contexts {
      for container in context.containers {
        json.open(.object)
        json.key("container")
        json.string("\(container)")
        json.key("occurrence")
        json.string(context.occurrence.rawValue)
        json.close(.object)
      }
    }
    json.close(.array)
    if let versions {
      json.key("versions")
      json.open(.array)
      for version in versions { json.integer(version) }
      json.close(.array)
    }
    json.key("syntax")
    switch syntax {
    case .fields: json.string("fields")
    case .boxes: json.string("boxes")
    case .value: json.string("value")
    case .named: json.string("named")
    case .data: json.string("data")
    }
    if let reason = syntax.reason {
      json.key("because")
      json.string(reason)
    }
    json.close(.object)
  }
}

extension BoxContext {
  /// `meta (at most one)`
  package var text: String {
    "\(containers.map(\.description).joined(separator: ", ")) (\(occurrence.rawValue))"
  }
}
