/// A file of a library, and what it says that helps to find its partner.
public struct LibraryFile: Hashable, Sendable {
  /// Where it is.
  public var path: LibraryPath
  /// The number of bytes.
  public var size: Int64
  /// What it says.
  public var facts: MediaFacts

  /// A file that has been read.
  public init(path: LibraryPath, size: Int64, facts: MediaFacts) {
    self.path = path
    self.size = size
    self.facts = facts
  }

  /// A file of which nothing but its name is known.
  public init(path: LibraryPath, size: Int64 = 0) {
    self.init(path: path, size: size, facts: MediaFacts(kind: LibraryFile.kind(ofName: path)))
  }

  /// What a file is by its name.
  package static func kind(ofName path: LibraryPath) -> MediaKind {
    MediaKind(fileExtension: MediaName(path.name).fileExtension)
  }
}

/// What a file says of itself.
public struct MediaFacts: Hashable, Sendable {
  /// The kind by what is in the file, where that is known, and not by its name.
  public var kind: MediaKind
  /// What joins it to its other half.
  public var identifier: ContentIdentifier?
  /// What all frames of a burst have in common (tag 0x000B of Apple's maker note).
  public var burst: String?
  /// When it was taken.
  public var captureTime: CaptureTime?
  /// The duration of a movie, in seconds.
  public var duration: Double?
  /// The camera's model.
  public var model: String?
  /// Whether a movie is in the photo's own file.
  public var isMotionPhoto = false
  /// Why less is known than there should be: "is empty (0 bytes)".
  public var problem: String?

  /// What a file of some kind says; nothing, as it stands.
  public init(
    kind: MediaKind, identifier: ContentIdentifier? = nil, burst: String? = nil,
    captureTime: CaptureTime? = nil, duration: Double? = nil, model: String? = nil,
    problem: String? = nil
  ) {
    self.kind = kind
    self.identifier = identifier
    self.burst = burst
    self.captureTime = captureTime
    self.duration = duration
    self.model = model
    self.problem = problem
  }
}
