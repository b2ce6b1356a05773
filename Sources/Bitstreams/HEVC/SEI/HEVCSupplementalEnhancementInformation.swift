public import NALUnits

/// What helps to show pictures but is not needed to decode them (`sei_rbsp`, ITU-T H.265 §7.3.2.4).
public struct SupplementalEnhancementInformation: NALUnitContent {
  public static let name = "sei_rbsp"
  public static let types = [NALUnitType.prefixSEI, .suffixSEI]

  public var header = NALUnitHeader(.prefixSEI)
  public var messages: [SEIMessage] = []
  public var trailing = RBSPTrailing()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try fields(&f, sets: ParameterSets())
  }

  /// - Parameter sets: give timing messages their meaning in a description.
  mutating func fields(_ f: inout FieldCoder, sets: ParameterSets) throws(FieldError) {
    try headerFields(&f)
    try f.messages(&messages) { message, f in f.describe(message, sets: sets) }
    try trailing.fields(&f)
  }
}
