import Metadata

/// What was removed from a file, what stays, and what could not be searched.
protocol StrippingReport {
  var what: MetadataStripping { get }
  /// Phrases about the removed data, with its location.
  var removed: [String] { get set }
  /// Notes for the user.
  var remarks: [String] { get set }
  /// Texts that stay, by field: people may have written anything there.
  var texts: [String] { get set }
  /// The names of data that stays, and whose form is not known.
  var unknown: [String] { get set }
}

extension StrippingReport {
  /// Sentences about everything but ``unknown``.
  var notes: [String] {
    removed.map { "removed: \($0)" } + remarks
      + [MetadataStripping.remark(onTexts: texts)].compactMap { $0 }
  }

  /// A sentence about ``unknown``; nil if there is nothing.
  var unknownRemark: String? {
    let names = Array(Set(unknown)).sorted()
    guard !names.isEmpty else { return nil }
    let more = names.count > 4 ? " and \(names.count - 4) others" : ""
    return "not searched, because their form is unknown: \(names.prefix(4).joined(separator: ", "))"
      + more
  }

  /// Takes over what stays in a part of the file.
  mutating func add(_ rest: StrippedPart.Rest, in name: String) {
    texts += rest.texts.map { "\($0) (\(name))" }
    unknown += rest.unknown.map { "\($0) in \(name)" }
  }

  /// Takes over what was found in a part of the file.
  ///
  /// - Parameter name: of the part.
  mutating func add(_ part: some StrippingReport, in name: String) {
    removed += part.removed.map { "\($0), in \(name)" }
    remarks += part.remarks.map { "in \(name): \($0)" }
    texts += part.texts.map { "\($0) (in \(name))" }
    unknown += part.unknown.map { "\($0) in \(name)" }
  }
}
