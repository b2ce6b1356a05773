public import NALUnits

extension PictureParameterSetExtensions {
  /// The depths that the samples of depth layers represent (`pps_3d_extension`, ITU-T H.265 §I.7.3.2.3.7).
  public struct ThreeD: FieldCodable {
    /// The tables; nil if every value is a depth.
    public var tables: DepthLookUpTables?
    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.optional("dlts_present_flag", &tables, blank: .init()) {
        (tables, f) throws(FieldError) in
        try tables.fields(&f)
      }
    }
  }
}

/// A table for each depth layer.
public struct DepthLookUpTables: FieldCodable {
  public var bitDepthMinus8: UInt8 = 0
  /// The table of each layer; nil if a layer has none.
  public var tables: [DepthLookUpTable?] = [nil]
  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    var countMinus1 = UInt32(clamping: tables.count) &- 1
    try f.uint(6, "pps_depth_layers_minus1", &countMinus1)
    try f.uint(4, "pps_bit_depth_for_depth_layers_minus8", &bitDepthMinus8)
    let bits = Int(bitDepthMinus8) + 8
    try f.list("dlts", &tables, exactly: Int(countMinus1) + 1, blank: nil) {
      (table, f) throws(FieldError) in
      try f.optional("dlt_flag", &table, blank: .init()) { (table, f) throws(FieldError) in
        try table.fields(&f, bits: bits)
      }
    }
  }
}

/// The depths that occur.
public struct DepthLookUpTable: Equatable, Sendable {
  /// Whether it is stated as the difference from that of the base view.
  public var isPredicted = false
  /// `dlt_value_flag`: 0 or 1 for each value; nil if ``delta`` states them.
  public var valueFlags: [UInt8]?
  public var delta = Delta()

  /// `delta_dlt` (§I.7.3.2.3.8): the values by their distances.
  public struct Delta: Equatable, Sendable {
    public var count: UInt32 = 0
    public var maxDifference: UInt32 = 0
    /// The least difference, less one; nil if it is not stated: then all differences are the same.
    public var minDifferenceMinus1: UInt32?
    public var firstValue: UInt32 = 0
    public var differences: [UInt32] = []
    public init() {}
  }

  public init() {}

  fileprivate mutating func fields(_ f: inout FieldCoder, bits: Int) throws(FieldError) {
    try f.flag("dlt_pred_flag", &isPredicted)
    if !isPredicted {
      try f.presence("dlt_val_flags_present_flag", of: &valueFlags, blank: [])
    } else {
      valueFlags = nil
    }
    if var flags = valueFlags {
      try f.numbers(1, "dlt_value_flag", &flags, exactly: 1 << bits)
      valueFlags = flags
    } else {
      try f.within("delta_dlt") { (f) throws(FieldError) in try delta.fields(&f, bits: bits) }
    }
  }
}

extension DepthLookUpTable.Delta {
  fileprivate mutating func fields(_ f: inout FieldCoder, bits: Int) throws(FieldError) {
    try f.uint(bits, "num_val_delta_dlt", &count)
    guard count > 0 else { return }
    if count > 1 { try f.uint(bits, "max_diff", &maxDifference) } else { maxDifference = 0 }
    if count > 2, maxDifference > 0 {
      var stated = minDifferenceMinus1 ?? 0
      try f.uint(bitsToCount(to: Int(maxDifference) + 1), "min_diff_minus1", &stated)
      minDifferenceMinus1 = stated
    } else {
      minDifferenceMinus1 = nil
    }
    try f.uint(bits, "delta_dlt_val0", &firstValue)
    let spread = Int(maxDifference) - Int(minDifferenceMinus1.map { $0 + 1 } ?? maxDifference)
    try f.numbers(
      bitsToCount(to: spread + 1), "delta_val_diff_minus_min", &differences,
      exactly: spread > 0 ? Int(count) - 1 : 0)
  }
}
