public import FieldCoding
public import HEIF

/// The SDR image that an HDR image has in its own gain map (ISO 21496-1).
public struct AlternateJob: FieldCodable, Sendable {
  /// The image of the gain map.
  public var plan = ImagePlan()
  /// The meaning of its samples; the base is HDR.
  public var metadata = GainMapMetadata()
  /// The primaries of the SDR image (ITU-T H.273).
  public var primaries: UInt16 = 1
  /// The primaries of the light to which gains are applied.
  public var gainPrimaries: UInt16 = 1

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try plan.fields(&f)
    try metadata.fields(&f)
    try f.uint(16, "primaries", &primaries)
    try f.uint(16, "gainPrimaries", &gainPrimaries)
  }
}
