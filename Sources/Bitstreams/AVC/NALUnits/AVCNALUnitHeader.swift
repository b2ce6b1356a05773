public import FieldCoding
public import NALUnits

/// The header of a NAL unit (ITU-T H.264 §7.3.1): a byte, and two or three more in
/// streams of several layers or views.
public struct NALUnitHeader: NALUnitHeading {
  public var forbiddenZeroBit = false
  /// 0 if no other picture refers to it.
  public var referenceIDC: UInt8 = 0
  public var type = NALUnitType.sequenceParameterSet
  /// The extension of the header; only for types 14, 20 and 21.
  public var `extension`: Extension?

  /// The header fields of units of several layers or views after the first byte (ITU-T H.264 §7.3.1).
  public enum Extension: Equatable, Sendable {
    case scalable(Scalable)
    case multiview(Multiview)
    case threeD(ThreeD)
  }

  /// `nal_unit_header_svc_extension` (§G.7.3.1.1)
  public struct Scalable: Equatable, Sendable {
    public var isInstantaneousRefresh = false
    public var priorityID: UInt8 = 0
    public var hasNoInterLayerPrediction = false
    public var dependencyID: UInt8 = 0
    public var qualityID: UInt8 = 0
    public var temporalID: UInt8 = 0
    public var usesReferenceBasePicture = false
    public var isDiscardable = false
    public var isOutput = false
    public init() {}
  }

  /// `nal_unit_header_mvc_extension` (§H.7.3.1.1)
  public struct Multiview: Equatable, Sendable {
    public var isNotInstantaneousRefresh = false
    public var priorityID: UInt8 = 0
    public var viewID: UInt16 = 0
    public var temporalID: UInt8 = 0
    public var isAnchor = false
    public var isForInterViewPrediction = false
    public init() {}
  }

  /// `nal_unit_header_3davc_extension` (§J.7.3.1.1)
  public struct ThreeD: Equatable, Sendable {
    public var viewIndex: UInt8 = 0
    public var isDepth = false
    public var isNotInstantaneousRefresh = false
    public var temporalID: UInt8 = 0
    public var isAnchor = false
    public var isForInterViewPrediction = false
    public init() {}
  }

  public init() {}

  /// The header of a unit of this type. `referenceIDC` is 0 if no other picture refers to it, and at most 3.
  public init(_ type: NALUnitType, referenceIDC: UInt8 = 0) {
    self.type = type
    self.referenceIDC = referenceIDC
  }

  /// The number of bytes that it takes.
  public var size: Int {
    switch `extension` {
    case nil: 1
    case .threeD?: 3
    case .scalable?, .multiview?: 4
    }
  }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("forbidden_zero_bit", &forbiddenZeroBit)
    try f.uint(2, "nal_ref_idc", &referenceIDC)
    try f.uint(5, "nal_unit_type", &type.rawValue, as: .names(NALUnitType.names))
    switch type {
    case .prefix, .sliceExtension:
      var isScalable = if case .scalable? = `extension` { true } else { false }
      try f.flag("svc_extension_flag", &isScalable)
      if isScalable { try scalableFields(&f) } else { try multiviewFields(&f) }
    case .depthSliceExtension:
      var isThreeD = if case .threeD? = `extension` { true } else { false }
      try f.flag("avc_3d_extension_flag", &isThreeD)
      if isThreeD { try threeDFields(&f) } else { try multiviewFields(&f) }
    default: `extension` = nil
    }
  }

  private mutating func scalableFields(_ f: inout FieldCoder) throws(FieldError) {
    var part = if case .scalable(let part)? = `extension` { part } else { Scalable() }
    try f.flag("idr_flag", &part.isInstantaneousRefresh)
    try f.uint(6, "priority_id", &part.priorityID)
    try f.flag("no_inter_layer_pred_flag", &part.hasNoInterLayerPrediction)
    try f.uint(3, "dependency_id", &part.dependencyID)
    try f.uint(4, "quality_id", &part.qualityID)
    try f.uint(3, "temporal_id", &part.temporalID)
    try f.flag("use_ref_base_pic_flag", &part.usesReferenceBasePicture)
    try f.flag("discardable_flag", &part.isDiscardable)
    try f.flag("output_flag", &part.isOutput)
    try f.reserved(2, 0b11)
    `extension` = .scalable(part)
  }

  private mutating func multiviewFields(_ f: inout FieldCoder) throws(FieldError) {
    var part = if case .multiview(let part)? = `extension` { part } else { Multiview() }
    try f.flag("non_idr_flag", &part.isNotInstantaneousRefresh)
    try f.uint(6, "priority_id", &part.priorityID)
    try f.uint(10, "view_id", &part.viewID)
    try f.uint(3, "temporal_id", &part.temporalID)
    try f.flag("anchor_pic_flag", &part.isAnchor)
    try f.flag("inter_view_flag", &part.isForInterViewPrediction)
    try f.reserved(1, 1)
    `extension` = .multiview(part)
  }

  private mutating func threeDFields(_ f: inout FieldCoder) throws(FieldError) {
    var part = if case .threeD(let part)? = `extension` { part } else { ThreeD() }
    try f.uint(8, "view_idx", &part.viewIndex)
    try f.flag("depth_flag", &part.isDepth)
    try f.flag("non_idr_flag", &part.isNotInstantaneousRefresh)
    try f.uint(3, "temporal_id", &part.temporalID)
    try f.flag("anchor_pic_flag", &part.isAnchor)
    try f.flag("inter_view_flag", &part.isForInterViewPrediction)
    `extension` = .threeD(part)
  }
}
