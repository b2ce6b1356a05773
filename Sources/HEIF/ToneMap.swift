public import ISOBMFF

/// The payload of a `tmap` item: how its inputs, a picture and a gain map, make a picture for
/// brighter or darker displays.
public struct ToneMap: ItemPayload {
  /// The type of such items.
  public static let itemType: FourCC = "tmap"
  public static let specification = "ISO 21496-1 Annex C, ISO/IEC 23008-12 §6.6.2.4"

  /// The version, which is 0 in all files so far.
  public var version: UInt8 = 0
  /// How base and gain map make the picture.
  public var metadata = GainMapMetadata()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "version", &version)
    try metadata.fields(&f)
  }
}
