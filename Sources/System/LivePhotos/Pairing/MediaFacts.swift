/// The facts that a file states about itself.
public struct MediaFacts: Hashable, Sendable {
  /// The kind of the file, according to its content if that is known, and otherwise to its name.
  public var kind: MediaKind
  /// The content identifier, which its counterpart has, too.
  public var identifier: ContentIdentifier?
  /// The identifier of a burst, which all its frames have (tag 0x000B of Apple's maker note).
  public var burst: String?
  /// When it was taken.
  public var captureTime: CaptureTime?
  /// The duration of a movie, in seconds.
  public var duration: Double?
  /// The camera's model.
  public var model: String?
  /// Whether a movie is in the photo's own file.
  public var isMotionPhoto = false
  /// Why facts are missing, as a part of a sentence: "is empty (0 bytes)".
  public var problem: String?

  /// The facts of a file; by default, only its kind is known.
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
