public import FieldCoding
import NALUnits

/// The start of a slice: which picture it is a part of (`slice_header`, ITU-T H.264 §7.3.3, up to
/// what orders pictures).
public struct SliceHeader: FieldCodable {
  public static let name = "slice_header"
  /// The types of NAL units that start with a slice header.
  public static let types: [NALUnitType] = [
    .slice, .dataPartitionA, .instantaneousRefreshSlice, .auxiliarySlice,
  ]

  public var header = NALUnitHeader(.slice)
  public var firstMacroblock: UInt32 = 0
  public var type: UInt32 = 0
  public var pictureParameterSetID: UInt32 = 0
  public var colourPlaneID: UInt8 = 0
  public var frameNumber: UInt32 = 0
  public var isField = false
  public var isBottomField = false
  /// Differs between IDR pictures that follow each other.
  public var instantaneousRefreshID: UInt32 = 0
  public var pictureOrderCountLSB: UInt32 = 0
  public var deltaPictureOrderCountBottom: Int32 = 0
  public var deltaPictureOrderCount: [Int32] = []

  /// The parameters of the fields from the parameter sets; not a field itself.
  public private(set) var layout = Layout()

  /// Which fields there are, and how wide they are.
  public struct Layout: Equatable, Sendable {
    /// `separate_colour_plane_flag` of the SPS: slices say which colour they are of.
    public private(set) var hasSeparateColourPlanes = false
    /// The width of `frame_num` in bits, 4 to 16.
    public private(set) var frameNumberBits = 4
    /// Whether slices say if they are of a field (`frame_mbs_only_flag` of the SPS is 0).
    public private(set) var hasFields = false
    public private(set) var pictureOrder =
      SequenceParameterSetData.PictureOrder.stated(log2MaxLSBMinus4: 0)
    /// `bottom_field_pic_order_in_frame_present_flag` of the PPS.
    public private(set) var hasBottomFieldOrder = false

    public init() {}

    /// The layout of slices that refer to this SPS and PPS.
    public init(_ sequence: SequenceParameterSetData, _ picture: PictureParameterSet) {
      hasSeparateColourPlanes = sequence.format?.hasSeparateColourPlanes ?? false
      frameNumberBits = Int(sequence.log2MaxFrameNumberMinus4) + 4
      hasFields = sequence.interlacing != nil
      pictureOrder = sequence.pictureOrder
      hasBottomFieldOrder = picture.hasBottomFieldOrder
    }
  }

  /// ITU-T H.264 Table 7-6; from 5 on, all slices of the picture are of this type.
  public static let typeNames: ValueNames = [
    0: "P", 1: "B", 2: "I", 3: "SP", 4: "SI", 5: "P", 6: "B", 7: "I", 8: "SP", 9: "SI",
  ]

  public init() {}

  /// Reads the start of a NAL unit as it is stored.
  public init(
    nalUnit: Bytes, sets: ParameterSets, sink: (any FieldSink)? = nil
  ) throws(FieldError) {
    guard let type = NALUnit.type(of: nalUnit), SliceHeader.types.contains(type) else {
      throw FieldError(.invalid("the NAL unit is not a slice"), offset: nalUnit.fileOffset)
    }
    // The fields have at most 3 codes of 63 bits each, as much again for the order, and few more.
    let start = EmulationPrevention.removed(from: nalUnit.part(0..<128) ?? nalUnit, headerSize: 1)
    var coder = FieldCoder(decoding: start, sink: sink)
    do throws(FieldError) {
      try fields(&coder, sets: sets)
    } catch {
      throw error.nested(in: SliceHeader.name)
    }
  }

  /// States the fields that the ``layout`` has.
  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try fields(&f, sets: nil)
  }

  /// The PPS that a slice names, for which no parameter set has to be known.
  public static func pictureParameterSetID(ofNALUnit nalUnit: Bytes) throws(FieldError) -> UInt32 {
    // Three codes, of at most 65 bits each.
    let start = nalUnit.part(0..<min(nalUnit.count, 48)) ?? nalUnit
    var coder = FieldCoder(decoding: EmulationPrevention.removed(from: start, headerSize: 1))
    var slice = SliceHeader()
    try slice.startFields(&coder)
    return slice.pictureParameterSetID
  }

  private mutating func startFields(_ f: inout FieldCoder) throws(FieldError) {
    try f.within("nal_unit_header") { (f) throws(FieldError) in try header.fields(&f) }
    try f.ue("first_mb_in_slice", &firstMacroblock)
    try f.ue("slice_type", &type, as: .names(SliceHeader.typeNames))
    try f.ue("pic_parameter_set_id", &pictureParameterSetID)
  }

  mutating func fields(
    _ f: inout FieldCoder, sets: ParameterSets?
  ) throws(FieldError) {
    let start = f.offset
    try startFields(&f)
    if let sets {
      guard let picture = sets.pictures[pictureParameterSetID],
        let sequence = sets.sequences[picture.sequenceParameterSetID]
      else {
        throw FieldError(
          .invalid("there are no parameter sets with the number \(pictureParameterSetID)"),
          offset: start,
          path: ["pic_parameter_set_id"])
      }
      layout = Layout(sequence, picture)
    }
    if layout.hasSeparateColourPlanes { try f.uint(2, "colour_plane_id", &colourPlaneID) }
    try f.uint(layout.frameNumberBits, "frame_num", &frameNumber)
    if layout.hasFields {
      try f.flag("field_pic_flag", &isField)
      if isField { try f.flag("bottom_field_flag", &isBottomField) }
    }
    if header.type.isInstantaneousRefresh { try f.ue("idr_pic_id", &instantaneousRefreshID) }
    try orderFields(&f)
  }

  private mutating func orderFields(_ f: inout FieldCoder) throws(FieldError) {
    let hasBottomField = layout.hasBottomFieldOrder && !isField
    switch layout.pictureOrder {
    case .stated(let log2MaxLSBMinus4):
      try f.uint(Int(log2MaxLSBMinus4) + 4, "pic_order_cnt_lsb", &pictureOrderCountLSB)
      if hasBottomField { try f.se("delta_pic_order_cnt_bottom", &deltaPictureOrderCountBottom) }
    case .cycle(let cycle) where !cycle.deltaIsAlwaysZero:
      try f.seList("delta_pic_order_cnt", &deltaPictureOrderCount, count: hasBottomField ? 2 : 1)
    case .cycle, .decoding: break
    }
  }
}
