public import ISOBMFF

/// The payload of a `tmap` item: the parameters for combining its inputs, an image and a gain map, to an image for
/// brighter or darker displays.
public struct ToneMap: ItemPayload {
  /// The type of such items.
  public static let itemType: FourCC = "tmap"
  public static let specification = "ISO 21496-1 Annex C, ISO/IEC 23008-12 §6.6.2.4"

  /// The version; it is 0.
  public var version: UInt8 = 0
  /// The parameters for combining the base and the gain map.
  public var metadata = GainMapMetadata()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "version", &version)
    try metadata.fields(&f)
  }
}
