public import FieldCoding

/// A library that decodes pictures.
public enum Engine: String, CaseIterable, Sendable {
  /// The fastest that notices damage in the picture at hand.
  case auto
  case de265
  /// Of some pictures with damage, those with tiles or several slices among them, it shows many as
  /// if nothing were wrong.
  case libav
  /// Through files that are made around each coded image; it does not notice what is missing.
  case libheif
}

/// How pictures are decoded.
public struct EngineChoice: Equatable, Sendable {
  public var engine: Engine
  /// Whether a second engine decodes, too, and all samples are compared.
  public var isCrossChecked: Bool

  public init(_ engine: Engine = .auto, isCrossChecked: Bool = false) {
    self.engine = engine
    self.isCrossChecked = isCrossChecked
  }

  /// Below so many samples, what libavcodec saves is less than what it takes to load it, with the
  /// hundred libraries that it needs on most systems.
  public static let largePicture = 6_000_000
}

extension EngineChoice: FieldCodable {
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
