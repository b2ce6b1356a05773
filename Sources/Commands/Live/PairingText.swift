import FieldCoding
import Inspection
import JSON
import LivePairing

/// What was found, for people.
struct PairingText {
  let pairing: Pairing
  let showsAll: Bool

  func write(to output: Output) {
    for group in pairing.groups where isShown(group) { write(group, to: output) }
    if !pairing.conflicts.isEmpty {
      output.line("Not decided:")
      for conflict in pairing.conflicts { write(conflict, to: output) }
      output.line()
    }
    let problems = pairing.files.filter { $0.facts.problem != nil }
    if !problems.isEmpty {
      output.line("Problems:")
      for file in problems { output.text("  \(file.path): \(file.facts.problem ?? "")") }
      output.line()
    }
    output.line(PairingCounts(pairing).text)
  }

  /// A photo that is nothing but a photo is not worth a line.
  private func isShown(_ group: Pairing.Group) -> Bool { showsAll || pairing.isNotable(group) }

  private func write(_ group: Pairing.Group, to output: Output) {
    var rest = group.members
    for pair in group.pairs {
      output.text("\(path(pair.still)) + \(path(pair.movie))")
      let words = pair.evidence.map(\.text).joined(separator: ", ")
      output.text("  \(pair.confidence.rawValue): \(words)")
      if pairing.files[pair.still].facts.isMotionPhoto {
        output.text("  the still is a motion photo, with a movie in it, too")
      }
      rest.removeAll { $0.file == pair.still || $0.file == pair.movie }
    }
    let width = rest.map(\.role.rawValue.count).max() ?? 0
    for (index, member) in rest.enumerated() {
      let role =
        member.role.rawValue
        + String(
          repeating: " ", count: width - member.role.rawValue.count)
      let indent = group.pairs.isEmpty && index == 0 ? "" : "  "
      var line = indent + "\(role)  \(path(member.file))"
      if group.members.count == 1, let identifier = pairing.files[member.file].facts.identifier {
        line += "  no other half of \(LibraryPath(identifier.text))"
      }
      if pairing.files[member.file].facts.isMotionPhoto { line += "  a motion photo" }
      output.text(line)
    }
    output.line()
  }

  private func write(_ conflict: Pairing.Conflict, to output: Output) {
    output.text("  \(conflict.kind.sentence)")
    for file in conflict.files { output.text("    \(path(file))") }
  }

  private func path(_ file: Int) -> String { "\(pairing.files[file].path)" }
}

extension Pairing {
  /// Whether there is more to say of a group than that there is a file.
  func isNotable(_ group: Group) -> Bool {
    group.members.count > 1 || !group.conflicts.isEmpty
      || group.members.contains { files[$0.file].facts.identifier != nil }
  }
}

/// How much of what there is.
struct PairingCounts {
  var files = 0
  var pairs: [Pairing.Confidence: Int] = [:]
  var halves = 0
  var conflicts = 0
  var problems = 0

  init(_ pairing: Pairing) {
    files = pairing.files.count
    for pair in pairing.groups.flatMap(\.pairs) { pairs[pair.confidence, default: 0] += 1 }
    halves = pairing.halves.count
    conflicts = pairing.conflicts.count
    problems = pairing.files.count { $0.facts.problem != nil }
  }

  var text: String {
    let parts = Pairing.Confidence.allCases.reversed().compactMap { confidence in
      pairs[confidence].map { "\($0) \(confidence.rawValue)" }
    }
    var text = counted(pairs.values.reduce(0, +), "pair")
    if !parts.isEmpty { text += " (\(parts.joined(separator: ", ")))" }
    text += " among \(counted(files, "file"))"
    if halves > 0 { text += "; \(halves) with an identifier and no other half" }
    if conflicts > 0 { text += "; \(counted(conflicts, "conflict"))" }
    return text
  }

  private func counted(_ number: Int, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
  }
}

extension Pairing.Evidence {
  var text: String {
    switch self {
    case .identifier(let identifier): return "identifier \(LibraryPath(identifier.text))"
    case .stem: return "same name"
    case .name(let rules):
      let words = rules.map(\.rawValue).joined(separator: ", ")
      return words.isEmpty ? "same name" : "same name but for what programs add (\(words))"
    case .folder: return "same folder"
    case .captureTime(.exact(let milliseconds)):
      return "taken \(PairingText.seconds(milliseconds)) apart"
    case .captureTime(.upToZone(let milliseconds)):
      return "taken \(PairingText.seconds(milliseconds)) apart, if time zones explain the hours"
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

extension Pairing.Conflict.Kind {
  /// The sentence for people; what programs look at is the raw value.
  var sentence: String {
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
