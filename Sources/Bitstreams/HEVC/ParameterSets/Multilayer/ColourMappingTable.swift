public import NALUnits

/// The mapping of the colours of a layer to those of another (`colour_mapping_table`, ITU-T H.265 §F.7.3.2.3.5): the
/// colour space is divided into octants, each with a linear mapping.
public struct ColourMappingTable: FieldCodable {
  public var referenceLayerIDs: [UInt8] = [0]
  public var octantDepth: UInt8 = 0
  public var lumaPartCountLog2: UInt8 = 0
  public var inputBitDepthLumaMinus8: UInt32 = 0
  public var inputBitDepthChromaMinus8: UInt32 = 0
  public var outputBitDepthLumaMinus8: UInt32 = 0
  public var outputBitDepthChromaMinus8: UInt32 = 0
  public var residualQuantisationBits: UInt8 = 0
  public var remainderBitsMinus1: UInt8 = 0
  /// The difference of the threshold from the middle of the range; only with an ``octantDepth`` of
  /// 1.
  public var thresholdDeltaU: Int32 = 0
  public var thresholdDeltaV: Int32 = 0
  /// The octant of all colours, which may be split (`colour_mapping_octants`).
  public var octant = Octant()

  /// A part of the colour space that is split in eight, or mapped (`colour_mapping_octants`, ITU-T
  /// H.265 §F.7.3.2.3.6).
  public struct Octant: Equatable, Sendable {
    /// The eight octants into which it is split, if it is.
    public var children: [Octant] = []
    /// The parts of an octant that is not split, each with four vertices.
    public var parts: [[Vertex]] = []
    public init() {}
  }

  /// A corner at which the mapping is stated (`coded_res_flag`).
  public struct Vertex: Equatable, Sendable {
    /// The residuals of each colour component; nil if all are 0.
    public var residuals: [Residual]?
    public init() {}
  }

  /// The difference of a corner's mapping from its prediction (`res_coeff_q`, `res_coeff_r`, `res_coeff_s`).
  public struct Residual: Equatable, Sendable {
    public var quotient: UInt32 = 0
    public var remainder: UInt32 = 0
    public var isNegative = false
    public init() {}
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    let clause: StaticString = "ITU-T H.265 §F.7.4.3.3.5"
    var countMinus1 = UInt32(clamping: referenceLayerIDs.count) &- 1
    try f.ue("num_cm_ref_layers_minus1", &countMinus1, atMost: 61, clause)
    try f.numbers(6, "cm_ref_layer_id", &referenceLayerIDs, exactly: Int(countMinus1) + 1)
    try f.uint(2, "cm_octant_depth", &octantDepth)
    try f.uint(2, "cm_y_part_num_log2", &lumaPartCountLog2)
    try f.ue("luma_bit_depth_cm_input_minus8", &inputBitDepthLumaMinus8, atMost: 8, clause)
    try f.ue("chroma_bit_depth_cm_input_minus8", &inputBitDepthChromaMinus8, atMost: 8, clause)
    try f.ue("luma_bit_depth_cm_output_minus8", &outputBitDepthLumaMinus8, atMost: 8, clause)
    try f.ue("chroma_bit_depth_cm_output_minus8", &outputBitDepthChromaMinus8, atMost: 8, clause)
    try f.uint(2, "cm_res_quant_bits", &residualQuantisationBits)
    try f.uint(2, "cm_delta_flc_bits_minus1", &remainderBitsMinus1)
    if octantDepth == 1 {
      try f.se("cm_adapt_threshold_u_delta", &thresholdDeltaU)
      try f.se("cm_adapt_threshold_v_delta", &thresholdDeltaV)
    }
    // CMResLSBits, (F-40)
    let coarse = Int(residualQuantisationBits) + Int(remainderBitsMinus1) + 1
    let bits = 10 + Int(inputBitDepthLumaMinus8) - Int(outputBitDepthLumaMinus8) - coarse
    let format = (parts: 1 << Int(lumaPartCountLog2), bits: max(0, bits))
    let depth = Int(octantDepth)
    try f.within("colour_mapping_octants") { (f) throws(FieldError) in
      try octant.fields(&f, depth: depth, partCount: format.parts, remainderBits: format.bits)
    }
  }
}

extension ColourMappingTable.Octant {
  /// - Parameter depth: how often it may be split; at most 3.
  fileprivate mutating func fields(
    _ f: inout FieldCoder, depth: Int, partCount: Int, remainderBits: Int
  ) throws(FieldError) {
    var isSplit = !children.isEmpty
    if depth > 0 { try f.flag("split_octant_flag", &isSplit) } else { isSplit = false }
    try f.list("octants", &children, exactly: isSplit ? 8 : 0, blank: .init()) {
      (child, f) throws(FieldError) in
      try child.fields(
        &f, depth: depth - 1, partCount: partCount, remainderBits: remainderBits)
    }
    try f.list("parts", &parts, exactly: isSplit ? 0 : partCount, blank: []) {
      (vertices, f) throws(FieldError) in
      try f.list("vertices", &vertices, exactly: 4, blank: .init()) {
        (vertex, f) throws(FieldError) in
        try f.optional("coded_res_flag", &vertex.residuals, blank: []) {
          (residuals, f) throws(FieldError) in
          try f.list("components", &residuals, exactly: 3, blank: .init()) {
            (residual, f) throws(FieldError) in
            try f.ue("res_coeff_q", &residual.quotient)
            if remainderBits > 0 {
              try f.uint(remainderBits, "res_coeff_r", &residual.remainder)
            }
            if residual.quotient > 0 || residual.remainder > 0 {
              try f.flag("res_coeff_s", &residual.isNegative)
            }
          }
        }
      }
    }
  }
}

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
