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
