public import FieldCoding

/// A library that decodes pictures.
public enum Engine: String, CaseIterable, Sendable {
  /// The fastest engine that notices damage in this picture.
  case auto
  /// libde265, which decodes only HEVC.
  case de265
  /// libavcodec. It shows some damaged pictures, such as those with tiles or several slices, without an error.
  case libav
  /// libheif, by a file that is made for each coded image; it does not notice missing data.
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

  /// The number of samples below which libavcodec saves less time than loading it takes, because most systems load a
  /// hundred libraries with it.
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
