public import FieldCoding

/// Transfer characteristics that decoders should prefer to those of the VUI, if they support them
/// (`alternative_transfer_characteristics`, ITU-T H.265 §D.2.38).
public struct AlternativeTransferCharacteristics: SEIPayload {
  public static let payloadType: UInt32 = 147
  public static let name = "alternative_transfer_characteristics"

  /// See ``CodePoints/transferCharacteristics``.
  public var preferred: UInt8 = 2

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(
      8, "preferred_transfer_characteristics", &preferred,
      as: .names(CodePoints.transferCharacteristics))
  }
}
