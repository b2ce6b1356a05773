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
