import FieldCoding

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
