public import FieldCoding
public import HEIF

/// The alpha of an image, as an image of the same shape.
public struct AlphaJob: FieldCodable, Sendable {
  /// The image of the opacity, which its luma states.
  public var plan = ImagePlan()
  /// Whether the image's colours are multiplied by their opacity already (`prem`).
  public var isPremultiplied = false

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try plan.fields(&f)
    try f.flag("isPremultiplied", &isPremultiplied)
    try f.reserved(7)
  }
}
