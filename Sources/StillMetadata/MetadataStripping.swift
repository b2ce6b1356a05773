/// What metadata is left out on purpose.
public enum MetadataStripping: String, Sendable, CaseIterable {
  /// All metadata stays.
  case nothing = "none"
  /// What tells, or might tell, where the photo was taken.
  case location
  /// All metadata but what the picture needs to be shown rightly: its colour profile and its
  /// orientation.
  case all
}

extension MetadataStripping {
  /// What is left out.
  public var words: String {
    switch self {
    case .nothing: "nothing left out"
    case .location: "its location"
    case .all: "its metadata"
    }
  }
}
