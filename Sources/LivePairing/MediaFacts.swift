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
