/// A manifest of DASH (ISO/IEC 23009-1 §5): periods, sets of representations, and where their segments are.
public struct DASHManifest: Sendable {
  /// A period of the presentation, with its representations.
  public struct Period: Sendable {
    /// `Period` itself.
    public var element: ManifestElement
    /// The start, in seconds of the presentation.
    public var start: Double
    /// The duration; nil if it is unknown.
    public var duration: Double?
    /// `AdaptationSet`: its sets, in their order.
    public var sets: [AdaptationSet]
  }

  /// Versions of one content.
  public struct AdaptationSet: Sendable {
    /// `AdaptationSet` itself.
    public var element: ManifestElement
    /// `Representation`: its versions, in their order.
    public var representations: [Representation]
  }

  /// One version of a content.
  public struct Representation: Sendable {
    /// `Representation` itself.
    public var element: ManifestElement
    /// The elements that apply to it: `Period`, `AdaptationSet`, and itself.
    public var scopes: [ManifestElement]
    /// Its attributes, and those of its set that apply to it.
    public var attributes: [String: String]
    /// Its segments, with their attributes.
    public var track: StreamTrack

    /// The elements of a name that apply to it. At most 64 of each element are read: there are a dozen protection
    /// systems.
    public func inherited(_ name: String) -> [ManifestElement] {
      scopes.flatMap { $0.all(name).prefix(64) }
    }
  }

  /// `MPD`, the outermost element.
  public let root: ManifestElement
  /// `Period`: its periods, in their order.
  public private(set) var periods: [Period] = []
  /// The problems of the manifest.
  public private(set) var problems: [StreamProblem] = []
  /// Whether segments were left out, as there are too many.
  public private(set) var isCut = false
  /// Whether segments are still to come (`type="dynamic"`).
  public var isLive: Bool { root["type"] == "dynamic" }
  /// The stated duration, in seconds; nil if it is not stated.
  public var duration: Double? { root.duration("mediaPresentationDuration") }

  /// Whether bytes seem to be those of a manifest.
  public static func looksLike(_ bytes: Bytes) -> Bool {
    let start = Array(bytes.prefix(4096))
    guard start.first == UInt8(ascii: "<") || start.starts(with: [0xEF, 0xBB, 0xBF]) else {
      return false
    }
    return start.firstRange(of: Array("<MPD".utf8)) != nil
      || start.firstRange(of: Array(":MPD".utf8)) != nil
  }

  /// Reads a manifest. Nil if it is not an XML document with `MPD` as its outermost element.
  ///
  /// - Parameter name: the name of the document, for the positions of problems.
  public init?(_ bytes: Bytes, _ url: DocumentURL, name: String) {
    guard let root = ManifestElement(document: bytes), root.name == "MPD" else { return nil }
    self.root = root
    var builder = ManifestTracks(name: name, isLive: root["type"] == "dynamic")
    var start = 0.0
    let elements = root.all("Period")
    for (index, element) in elements.enumerated() {
      start = element.duration("start") ?? start
      let next = index + 1 < elements.count ? elements[index + 1].duration("start") : duration
      let duration = element.duration("duration") ?? next.map { max(0, $0 - start) }
      var period = Period(element: element, start: start, duration: duration, sets: [])
      let base = builder.base(of: element, builder.base(of: root, url))
      for set in element.all("AdaptationSet") {
        let representations: [Representation] = set.all("Representation").map { representation in
          builder.representation(
            representation, in: set, element, base, period: index, duration: duration,
            set: index << 16 | period.sets.count)
        }
        period.sets.append(AdaptationSet(element: set, representations: representations))
      }
      periods.append(period)
      start += duration ?? 0
    }
    problems = builder.problems
    isCut = builder.isCut
  }

  /// The tracks of all periods.
  public var tracks: [StreamTrack] {
    periods.flatMap { $0.sets.flatMap { $0.representations.map(\.track) } }
  }
}
