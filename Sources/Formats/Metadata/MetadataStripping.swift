/// What metadata is left out on purpose.
public enum MetadataStripping: String, Sendable, CaseIterable {
  /// All metadata stays.
  case nothing = "none"
  /// The data that contains, or may contain, the location of the photo.
  case location
  /// All metadata except what is needed to show the image correctly: its colour profile and its orientation.
  case all
}

extension MetadataStripping {
  /// The metadata that is left out, as text.
  public var text: String {
    switch self {
    case .nothing: "nothing left out"
    case .location: "its location"
    case .all: "its metadata"
    }
  }

  /// A sentence that names fields with text that stays; nil if there are none.
  package static func remark(onTexts names: [String]) -> String? {
    var seen: Set<String> = []
    let names = names.filter { seen.insert($0).inserted }
    guard !names.isEmpty else { return nil }
    let more = names.count > 100 ? " and \(names.count - 100) others" : ""
    return "text that stays, in which no location was found: "
      + names.prefix(100).joined(separator: ", ") + more
  }
}
