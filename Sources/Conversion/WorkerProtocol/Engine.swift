public import FieldCoding

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
