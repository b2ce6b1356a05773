import ISOBMFF

/// The parts that the reader could not read, by reason: a rule for each.
enum Decoding {
  /// Reports errors whose reason `matches` accepts.
  static func report(
    _ file: ExaminedFile, _ findings: inout Findings, where matches: (FieldError.Reason) -> Bool
  ) {
    for error in file.boxes.damage where matches(error.reason) {
      findings.add(offset: error.offset, "\(error.reason)")
    }
    for place in file.walk {
      for error in place.box.damage where matches(error.reason) {
        if isConsequence(error, in: place, file) { continue }
        findings.add(at: place, field: error.path, offset: error.offset, "\(error.reason)")
      }
    }
  }

  /// Whether a box is cut off only because the file is: ``FileTruncated`` reports that once.
  private static func isConsequence(
    _ error: FieldError, in place: ExaminedBox, _ file: ExaminedFile
  ) -> Bool {
    guard FileTruncated.cutBox(of: file) != nil, place.end == file.end else { return false }
    switch error.reason {
    case .sizeBeyondEnd, .truncated, .countBeyondEnd: return true
    default: return false
    }
  }
}
