public import FieldCoding
import HEIF

/// A library that decodes images.
public enum Engine: String, CaseIterable, Sendable {
  /// The fastest engine that notices damage in this image.
  case auto
  /// libde265, which decodes only HEVC.
  case de265
  /// libavcodec. It shows some damaged images, such as those with tiles or several slices, without an error.
  case libav
  /// libheif, by a file that is made for each coded image; it does not notice missing data in HEVC.
  case libheif
}

/// How images are decoded.
public struct EngineChoice: Equatable, Sendable {
  /// The engine that decodes.
  public var engine: Engine
  /// The engine that decodes, too, so that all samples are compared: ``Engine/auto`` is any other one, nil is none.
  public var second: Engine?

  /// This engine decodes, with or without a second one.
  public init(_ engine: Engine = .auto, comparedWith second: Engine? = nil) {
    self.engine = engine
    self.second = second
  }

  /// The number of samples below which libavcodec saves less time than loading it takes, because most systems load a
  /// hundred libraries with it.
  public static let largePicture = 6_000_000
}

extension EngineChoice: FieldCodable {
  /// The engine is chosen for each image.
  public init() { self.init(.auto) }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var names = [Text(engine.rawValue), Text(second?.rawValue ?? "")]
    try f.text("engine", &names[0])
    try f.text("second", &names[1])
    guard let engine = Engine(rawValue: names[0].string) else {
      throw f.error(.invalid("\(names[0].string) is not an engine"))
    }
    self.engine = engine
    second = Engine(rawValue: names[1].string)
  }
}

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

/// Libraries that a job is likely to need: the worker opens them once, and not for each job.
public struct JobLibraries: OptionSet, Sendable {
  /// The bits of all libraries that are in the set.
  public let rawValue: UInt8

  /// The libraries whose bits are set in `rawValue`.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The library that decodes large images of HEVC by default.
  public static let largeHEVC = JobLibraries(rawValue: 1)
  /// libavcodec and the libraries that it needs.
  public static let libav = JobLibraries(rawValue: 2)
  /// libheif.
  public static let libheif = JobLibraries(rawValue: 4)
  /// Little CMS, which changes colours from one profile to another.
  public static let littleCMS = JobLibraries(rawValue: 8)
  /// libde265. It is always there, and makes tables before its first image.
  public static let de265 = JobLibraries(rawValue: 16)
}

extension ConversionJob {
  /// The libraries that the job is likely to need.
  public var libraries: JobLibraries {
    var libraries: JobLibraries = []
    let plans = [plan] + alphas.map(\.plan) + gainMaps.map(\.plan) + alternates.map(\.plan)
    for plan in plans.flatMap(\.codedParts) {
      switch plan.codec {
      case .hevc where plan.canvas.area >= EngineChoice.largePicture: libraries.insert(.largeHEVC)
      case .avc, .av1: libraries.insert(.libav)
      case .hevc: libraries.insert(.de265)
      case .other: libraries.insert(.libheif)
      case .jpeg where plan.hasInks: libraries.insert(.littleCMS)
      case .jpeg, .png, .uncompressed, .jpeg2000: break
      }
    }
    for engine in [engine.engine, engine.second] {
      switch engine {
      case .libav: libraries.insert(.libav)
      case .libheif: libraries.insert(.libheif)
      case .auto, .de265, nil: break
      }
    }
    if format.isHEIF { libraries.insert(.libheif) }
    if !sourceProfile.isEmpty || hasPNGProfile { libraries.insert(.littleCMS) }
    return libraries
  }
}

extension CompareJob {
  /// The libraries that the job is likely to need for one of its images.
  public var libraries: JobLibraries {
    [original, output].reduce(into: []) { libraries, plan in
      var job = ConversionJob()
      job.plan = plan
      job.engine = engine
      libraries.formUnion(job.libraries)
    }
  }
}
