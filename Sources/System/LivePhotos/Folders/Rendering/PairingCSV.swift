package import Text

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
