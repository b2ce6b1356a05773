public import FieldCoding

/// The worker's answer to ``WorkerTask/reportEngines``: its libraries.
public struct EngineReply: FieldCodable, Equatable, Sendable {
  /// The libraries that decode or encode, those among them that are not there.
  public var libraries: [Library] = []
  /// The formats that need more than the first of the libraries.
  public var formats: [Format] = []

  /// A library that decodes or encodes.
  public struct Library: FieldCodable, Equatable, Sendable {
    /// `libde265`
    public var name: Text = ""
    /// `1.0.11`; empty if the library is not there.
    public var version: Text = ""
    /// The project's or the distribution's name of it, where that is another: `5.1.9-0+deb12u1`.
    public var release: Text = ""
    /// The file that it was read from.
    public var path: Text = ""
    /// The engine that it is; empty for one that encodes.
    public var engine: Text = ""
    /// Why it cannot be used; empty if it can. To test an engine, an image with known samples is decoded.
    public var problem: Text = ""

    /// The components that it has: `encodes HEVC: x265 HEVC encoder (3.5)`.
    public var abilities: [String] = []

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.text("name", &name)
      try f.text("version", &version)
      try f.text("release", &release)
      try f.text("path", &path)
      try f.text("engine", &engine)
      try f.text("problem", &problem)
      try f.list("abilities", &abilities, count: .bits(32, "abilityCount"), of: "") {
        (ability, f) throws(FieldError) in
        var text = Text(ability)
        try f.text("ability", &text)
        ability = text.string
      }
    }
  }

  /// A format of photos, and what decodes it.
  public struct Format: FieldCodable, Equatable, Sendable {
    /// `AVIF`
    public var name: Text = ""
    /// `libdav1d`; empty if there is none.
    public var decoder: Text = ""
    /// Why such photos cannot be decoded; empty if they can. To test this, an image with known samples is
    /// decoded.
    public var problem: Text = ""
    /// Whether the decoder can refuse an image that is damaged.
    public var noticesDamage = true

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.text("name", &name)
      try f.text("decoder", &decoder)
      try f.text("problem", &problem)
      try f.flag("noticesDamage", &noticesDamage)
      try f.reserved(7)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("libraries", &libraries, count: .bits(32, "libraryCount"))
    try f.list("formats", &formats, count: .bits(32, "formatCount"))
  }
}
