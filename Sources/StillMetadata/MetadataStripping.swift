/// What metadata is left out on purpose.
public enum MetadataStripping: String, Sendable, CaseIterable {
  case nothing = "none"
  /// What tells, or might tell, where the photo was taken.
  case location
  /// All but what the picture needs to be shown rightly: its colour profile.
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
