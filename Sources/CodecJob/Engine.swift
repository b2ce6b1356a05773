public import FieldCoding

/// A library that decodes pictures.
public enum Engine: String, CaseIterable, Sendable {
  /// The fastest engine that notices damage in the picture at hand.
  case auto
  /// libde265, which decodes only HEVC.
  case de265
  /// libavcodec. Some pictures with damage, those with tiles or several slices among them, it shows
  /// as if nothing were wrong.
  case libav
  /// libheif, through files that are made around each coded image; it does not notice what is
  /// missing.
  case libheif
}

/// How pictures are decoded.
public struct EngineChoice: Equatable, Sendable {
  /// The engine that decodes.
  public var engine: Engine
  /// Whether a second engine decodes, too, and all samples are compared.
  public var isCrossChecked: Bool

  /// This engine decodes, with or without a second one.
  public init(_ engine: Engine = .auto, isCrossChecked: Bool = false) {
    self.engine = engine
    self.isCrossChecked = isCrossChecked
  }

  /// The number of samples below which what libavcodec saves is less than what it takes to load it,
  /// with the hundred libraries that it needs on most systems.
  public static let largePicture = 6_000_000
}

extension EngineChoice: FieldCodable {
  /// The engine is chosen for each picture.
  public init() { self.init(.auto) }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var name = Text(engine.rawValue)
    try f.text("engine", &name)
    guard let engine = Engine(rawValue: name.string) else {
      throw f.error(.invalid("\(name.string) is not an engine"))
    }
    self.engine = engine
    try f.flag("isCrossChecked", &isCrossChecked)
    try f.reserved(7)
  }
}
