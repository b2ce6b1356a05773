import FieldCoding
package import Text

/// The result of pairing as text.
package struct PairingText {
  private let pairing: Pairing
  private let showsAll: Bool

  /// - Parameter showsAll: whether files with nothing to report are written, too.
  package init(pairing: Pairing, showsAll: Bool) {
    (self.pairing, self.showsAll) = (pairing, showsAll)
  }

  package func write(to output: TextOutput) {
    for group in pairing.groups where isShown(group) { write(group, to: output) }
    if !pairing.conflicts.isEmpty {
      output.line("Not decided:")
      for conflict in pairing.conflicts { write(conflict, to: output) }
      output.line()
    }
    let problems = pairing.files.filter { $0.facts.problem != nil }
    if !problems.isEmpty {
      output.line("Problems:")
      for file in problems { output.line(printable("  \(file.path): \(file.facts.problem ?? "")")) }
      output.line()
    }
    output.line(PairingCounts(pairing).text)
  }

  /// A photo without a movie or anything else to report is not shown.
  private func isShown(_ group: Pairing.Group) -> Bool { showsAll || pairing.isNotable(group) }

  private func write(_ group: Pairing.Group, to output: TextOutput) {
    var rest = group.members
    for pair in group.pairs {
      output.line(printable("\(path(pair.still)) + \(path(pair.movie))"))
      let text = pair.evidence.map(\.text).joined(separator: ", ")
      output.line(printable("  \(pair.confidence.rawValue): \(text)"))
      if pairing.files[pair.still].facts.isMotionPhoto {
        output.line(printable("  the still is a motion photo, with a movie in it, too"))
      }
      rest.removeAll { $0.file == pair.still || $0.file == pair.movie }
    }
    let width = rest.map(\.role.rawValue.count).max() ?? 0
    for (index, member) in rest.enumerated() {
      let role = leftAligned(member.role.rawValue, width)
      let indent = group.pairs.isEmpty && index == 0 ? "" : "  "
      var line = indent + "\(role)  \(path(member.file))"
      if group.members.count == 1, let identifier = pairing.files[member.file].facts.identifier {
        line += "  no counterpart of \(LibraryPath(identifier.text))"
      }
      if pairing.files[member.file].facts.isMotionPhoto { line += "  a motion photo" }
      output.line(printable(line))
    }
    output.line()
  }

  private func write(_ conflict: Pairing.Conflict, to output: TextOutput) {
    output.line(printable("  \(conflict.kind.sentence)"))
    for file in conflict.files { output.line(printable("    \(path(file))")) }
  }

  private func path(_ file: Int) -> String { "\(pairing.files[file].path)" }
}

extension Pairing.Evidence {
  var text: String {
    switch self {
    case .identifier(let identifier): return "identifier \(LibraryPath(identifier.text))"
    case .stem: return "same name"
    case .name(let rules):
      let text = rules.map(\.rawValue).joined(separator: ", ")
      return text.isEmpty ? "same name" : "same name, except for what programs add (\(text))"
    case .folder: return "same folder"
    case .captureTime(.exact(let milliseconds)):
      return "taken \(PairingText.seconds(milliseconds)) apart"
    case .captureTime(.upToZone(let milliseconds)):
      return "taken \(PairingText.seconds(milliseconds)) apart, if time zones explain the hours"
    case .sidecar: return "one item for Google, whose JSON is about the still"
    case .duration(let seconds): return "lasts \(PairingText.seconds(Int64(seconds * 1000)))"
    case .model(let model): return "both by \(LibraryPath(model))"
    }
  }
}

extension PairingText {
  static func seconds(_ milliseconds: Int64) -> String {
    let tenths = (milliseconds + 50) / 100
    return "\(tenths / 10).\(tenths % 10) s"
  }
}

extension Pairing {
  /// Whether there is more to report about a group than that a file exists.
  package func isNotable(_ group: Group) -> Bool {
    group.members.count > 1 || !group.conflicts.isEmpty
      || group.members.contains { files[$0.file].facts.identifier != nil }
  }
}

/// The numbers of groups and files by kind.
package struct PairingCounts {
  package private(set) var files = 0
  package private(set) var pairs: [Pairing.Confidence: Int] = [:]
  package private(set) var unpaired = 0
  package private(set) var conflicts = 0
  package private(set) var problems = 0

  package init(_ pairing: Pairing) {
    files = pairing.files.count
    for pair in pairing.groups.flatMap(\.pairs) { pairs[pair.confidence, default: 0] += 1 }
    unpaired = pairing.unpaired.count
    conflicts = pairing.conflicts.count
    problems = pairing.files.count { $0.facts.problem != nil }
  }

  /// The counts as a line for users.
  package var text: String {
    let parts = Pairing.Confidence.allCases.reversed().compactMap { confidence in
      pairs[confidence].map { "\($0) \(confidence.rawValue)" }
    }
    var text = counted(pairs.values.reduce(0, +), "pair")
    if !parts.isEmpty { text += " (\(parts.joined(separator: ", ")))" }
    text += " among \(counted(files, "file"))"
    if unpaired > 0 { text += "; \(unpaired) with an identifier and no counterpart" }
    if conflicts > 0 { text += "; \(counted(conflicts, "conflict"))" }
    return text
  }
}

extension Pairing.Conflict.Kind {
  /// The sentence for users; programs use the raw value.
  package var sentence: String {
    switch self {
    case .identifierShared: "several files have one identifier"
    case .identifiersDiffer: "the names agree, but the identifiers do not"
    case .equalNamesDifferentDays: "the names agree, but the files were taken on different days"
    case .equalNamesDifferentTimes: "the names agree, but the files were not taken at the same time"
    case .movieTooLong: "the names agree, but the movie is longer than that of a Live Photo"
    case .ambiguous: "there are several candidates"
    case .editedStillOriginalMovie: "the still was edited, and the movie is that of the original"
    }
  }
}

/// One row for each file (RFC 4180).
package struct PairingCSV {
  private let pairing: Pairing
  private let showsAll: Bool

  /// - Parameter showsAll: whether files with nothing to report are written, too.
  package init(pairing: Pairing, showsAll: Bool) {
    (self.pairing, self.showsAll) = (pairing, showsAll)
  }

  package func write(to output: TextOutput) {
    let head = [
      "group", "role", "path", "partner", "confidence", "evidence", "identifier", "captured",
      "duration", "bytes", "conflicts", "problem",
      "motionPhoto",
    ]
    output.put(head.joined(separator: ",") + "\r\n")
    for (number, group) in pairing.groups.enumerated() {
      guard showsAll || pairing.isNotable(group) else { continue }
      for member in group.members { write(member, of: group, number, to: output) }
    }
  }

  private func write(
    _ member: Pairing.Member, of group: Pairing.Group, _ number: Int, to output: TextOutput
  ) {
    let file = pairing.files[member.file]
    let pair = group.pairs.first { $0.still == member.file || $0.movie == member.file }
    let partner = pair.map { $0.still == member.file ? $0.movie : $0.still }
    let conflicts = group.conflicts.filter {
      pairing.conflicts[$0].files.contains(member.file)
    }.map { pairing.conflicts[$0].kind.rawValue }
    var row = ["\(number + 1)", member.role.rawValue, text(file.path)]
    row.append(partner.map { text(pairing.files[$0].path) } ?? "")
    row.append(pair?.confidence.rawValue ?? "")
    row.append(pair?.evidence.map(\.kind).joined(separator: " ") ?? "")
    row.append(file.facts.identifier?.text ?? "")
    row.append(file.facts.captureTime?.description ?? "")
    row.append(file.facts.duration.map { "\($0)" } ?? "")
    row.append("\(file.size)")
    row.append(Array(Set(conflicts)).sorted().joined(separator: " "))
    row.append(file.facts.problem ?? "")
    row.append(file.facts.isMotionPhoto ? "yes" : "")
    output.put(CSV.line(row) + "\r\n")
  }

  private func text(_ path: LibraryPath) -> String { String(decoding: path.bytes, as: UTF8.self) }
}

/// The result of pairing as lines of JSON; Documentation/live-pair-json.md describes them.
package struct PairingJSON {
  private let pairing: Pairing
  private let unread: [LibraryError]
  private let showsAll: Bool

  /// - Parameters:
  ///   - unread: the files and folders that cannot be read.
  ///   - showsAll: whether files with nothing to report are written, too.
  package init(pairing: Pairing, unread: [LibraryError], showsAll: Bool) {
    (self.pairing, self.unread, self.showsAll) = (pairing, unread, showsAll)
  }

  static let schema = "boxwalk.live-pair/1"

  package func write(to output: TextOutput) {
    for group in pairing.groups where showsAll || pairing.isNotable(group) {
      PairingJSON.line("group", to: output) { json in write(group, to: &json) }
    }
    for (number, conflict) in pairing.conflicts.enumerated() {
      PairingJSON.line("conflict", to: output) { json in
        json.key("number")
        json.integer(number)
        json.key("kind")
        json.string(conflict.kind.rawValue)
        json.key("message")
        json.string(conflict.kind.sentence)
        json.key("files")
        json.open(.array)
        for file in conflict.files {
          json.string(String(decoding: path(file).bytes, as: UTF8.self))
        }
        json.close(.array)
      }
    }
    for error in unread {
      PairingJSON.line("unread", to: output) { json in
        PairingJSON.path(error.path, "path", to: &json)
        json.key("reason")
        json.string(error.text)
      }
    }
    let counts = PairingCounts(pairing)
    PairingJSON.line("summary", to: output) { json in
      json.key("files")
      json.integer(counts.files)
      json.key("pairs")
      json.open(.object)
      for confidence in Pairing.Confidence.allCases.reversed() {
        json.key(confidence.rawValue)
        json.integer(counts.pairs[confidence] ?? 0)
      }
      json.close(.object)
      for (key, value) in [
        ("unpaired", counts.unpaired), ("conflicts", counts.conflicts),
        ("problems", counts.problems),
      ] {
        json.key(key)
        json.integer(value)
      }
    }
  }

  /// A document of a type.
  package static func line(
    _ type: String, to output: TextOutput, _ body: (inout JSONWriter) -> Void
  ) {
    var json = JSONWriter(output)
    json.open(.object)
    json.key("schema")
    json.string(schema)
    json.key("type")
    json.string(type)
    body(&json)
    json.close(.object)
    output.line()
  }

  /// A path, and its bytes if they are not UTF-8.
  package static func path(_ path: LibraryPath, _ key: String, to json: inout JSONWriter) {
    json.key(key)
    json.string(String(decoding: path.bytes, as: UTF8.self))
    if path.text == nil {
      json.key(key + "Bytes")
      json.hex(path.bytes)
    }
  }

  private func path(_ file: Int) -> LibraryPath { pairing.files[file].path }

  private func write(_ group: Pairing.Group, to json: inout JSONWriter) {
    json.key("pairs")
    json.open(.array)
    for pair in group.pairs { write(pair, to: &json) }
    json.close(.array)
    json.key("members")
    json.open(.array)
    for member in group.members { write(member, to: &json) }
    json.close(.array)
    json.key("conflicts")
    json.open(.array)
    for conflict in group.conflicts { json.integer(conflict) }
    json.close(.array)
  }

  private func write(_ pair: Pairing.Pair, to json: inout JSONWriter) {
    json.open(.object)
    PairingJSON.path(path(pair.still), "still", to: &json)
    PairingJSON.path(path(pair.movie), "movie", to: &json)
    json.key("confidence")
    json.string(pair.confidence.rawValue)
    json.key("evidence")
    json.open(.array)
    for evidence in pair.evidence { write(evidence, to: &json) }
    json.close(.array)
    json.close(.object)
  }

  private func write(_ evidence: Pairing.Evidence, to json: inout JSONWriter) {
    json.open(.object)
    json.key("kind")
    json.string(evidence.kind)
    switch evidence {
    case .identifier(let identifier):
      json.key("identifier")
      json.string(identifier.text)
    case .stem, .folder, .sidecar: break
    case .name(let rules):
      json.key("rules")
      json.open(.array)
      for rule in rules { json.string(rule.rawValue) }
      json.close(.array)
    case .captureTime(let distance):
      json.key("seconds")
      json.number(Double(distance.milliseconds) / 1000)
      json.key("zonesKnown")
      if case .exact = distance { json.bool(true) } else { json.bool(false) }
    case .duration(let seconds):
      json.key("seconds")
      json.number(seconds)
    case .model(let model):
      json.key("model")
      json.string(model)
    }
    json.close(.object)
  }

  private func write(_ member: Pairing.Member, to json: inout JSONWriter) {
    let file = pairing.files[member.file]
    json.open(.object)
    PairingJSON.path(file.path, "path", to: &json)
    json.key("role")
    json.string(member.role.rawValue)
    json.key("kind")
    json.string(file.facts.kind.rawValue)
    json.key("bytes")
    json.integer(file.size)
    let texts: [(String, String?)] = [
      ("identifier", file.facts.identifier?.text), ("burst", file.facts.burst),
      ("captured", file.facts.captureTime?.description), ("model", file.facts.model),
      ("problem", file.facts.problem),
    ]
    for (key, text) in texts {
      guard let text else { continue }
      json.key(key)
      json.string(text)
    }
    if file.facts.isMotionPhoto {
      json.key("motionPhoto")
      json.bool(true)
    }
    if let duration = file.facts.duration {
      json.key("duration")
      json.number(duration)
    }
    json.close(.object)
  }
}

extension Pairing.Evidence {
  /// The name of the kind for programs.
  var kind: String {
    switch self {
    case .identifier: "identifier"
    case .stem: "stem"
    case .name: "name"
    case .folder: "folder"
    case .captureTime: "captureTime"
    case .sidecar: "sidecar"
    case .duration: "duration"
    case .model: "model"
    }
  }
}
