public import FieldCoding

/// The quantisation matrices (`scaling_list_data`, ITU-T H.265 §7.3.4).
public struct ScalingListData: FieldCodable {
  /// Six for each of the sizes 4x4, 8x8 and 16x16, and two for 32x32.
  public var lists = Array(repeating: ScalingList(), count: ScalingListData.kinds.count)

  /// The scaling factors of one size and one matrix (in `scaling_list_data`, ITU-T H.265 §7.3.4).
  public struct ScalingList: Equatable, Sendable {
    /// The list is a copy of the list that is this number of lists before it; 0 means the default list.
    public var predMatrixIDDelta: UInt32 = 0
    /// The list's own coefficients instead.
    public var coefficients: Coefficients?
    public init() {}
  }

  /// The factors as they are coded (`scaling_list_dc_coef_minus8`, `scaling_list_delta_coef`).
  public struct Coefficients: Equatable, Sendable {
    /// The coefficient for the mean, less 8; for 16x16 and 32x32.
    public var dcMinus8: Int32 = 0
    /// Each as the difference from the one before.
    public var deltas: [Int32] = []
    public init() {}
  }

  fileprivate struct Kind: Sendable {
    var sizeID, matrixID: UInt32
    var label: String { "scaling_lists[\(sizeID)][\(matrixID)]" }
    /// The number of earlier lists of this size.
    var predecessors: UInt32 { sizeID == 3 ? matrixID / 3 : matrixID }
    var coefficientCount: Int { sizeID == 0 ? 16 : 64 }
  }

  private static let kinds: [Kind] =
    (0..<3).flatMap { size in (0..<6).map { Kind(sizeID: size, matrixID: $0) } }
    + [Kind(sizeID: 3, matrixID: 0), Kind(sizeID: 3, matrixID: 3)]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.checkCount("scaling_lists", lists.count, ScalingListData.kinds.count)
    for (index, kind) in ScalingListData.kinds.enumerated() {
      try f.within(kind.label) { (f) throws(FieldError) in
        try lists[index].fields(&f, kind)
      }
    }
  }
}

extension ScalingListData.ScalingList {
  fileprivate mutating func fields(
    _ f: inout FieldCoder, _ kind: ScalingListData.Kind
  ) throws(FieldError) {
    try f.optional("scaling_list_pred_mode_flag", &coefficients, blank: .init()) {
      (list, f) throws(FieldError) in
      if kind.sizeID > 1 { try f.se("scaling_list_dc_coef_minus8", &list.dcMinus8) }
      try f.seList("scaling_list_delta_coef", &list.deltas, count: kind.coefficientCount)
    }
    if coefficients == nil {
      try f.ue(
        "scaling_list_pred_matrix_id_delta", &predMatrixIDDelta, atMost: kind.predecessors,
        "ITU-T H.265 §7.4.5")
    }
  }
}
