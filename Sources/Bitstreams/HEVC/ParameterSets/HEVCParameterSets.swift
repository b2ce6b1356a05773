public import NALUnits

/// The known parameter sets of a stream, by their IDs. They are necessary to read slices, and SEI messages whose
/// syntax depends on an SPS.
///
/// All layers share the IDs (ITU-T H.265 §7.4.2.4.2). A set replaces the previous set with its ID.
public struct ParameterSets: Equatable, Sendable {
  /// The VPS by `vps_video_parameter_set_id`.
  public private(set) var videos: [UInt8: VideoParameterSet] = [:]
  /// The SPS by `sps_seq_parameter_set_id`.
  public private(set) var sequences: [UInt32: SequenceParameterSet] = [:]
  /// The PPS by `pps_pic_parameter_set_id`.
  public private(set) var pictures: [UInt32: PictureParameterSet] = [:]

  public init() {}

  /// The sets among `nalUnits`; those that cannot be read are passed over.
  public init(nalUnits: some Sequence<Bytes>) {
    for unit in nalUnits { try? insert(nalUnit: unit) }
  }

  /// Adds the parameter set of a NAL unit. A NAL unit of another type changes nothing.
  public mutating func insert(nalUnit: Bytes) throws(FieldError) {
    switch NALUnit.type(of: nalUnit) {
    case .videoParameterSet?: insert(try VideoParameterSet(nalUnit: nalUnit))
    case .sequenceParameterSet?: insert(try SequenceParameterSet(nalUnit: nalUnit))
    case .pictureParameterSet?: insert(try PictureParameterSet(nalUnit: nalUnit))
    default: break
    }
  }

  /// Inserts a VPS, or replaces the one with the same number.
  public mutating func insert(_ set: VideoParameterSet) { videos[set.id] = set }
  /// Inserts an SPS, or replaces the one with the same number.
  public mutating func insert(_ set: SequenceParameterSet) { sequences[set.id] = set }
  /// Inserts a PPS, or replaces the one with the same number.
  public mutating func insert(_ set: PictureParameterSet) { pictures[set.id] = set }

  /// The SPS that a PPS names.
  public func sequence(of picture: PictureParameterSet) -> SequenceParameterSet? {
    sequences[picture.sequenceParameterSetID]
  }

  /// The VPS that an SPS names.
  public func video(of sequence: SequenceParameterSet) -> VideoParameterSet? {
    videos[sequence.videoParameterSetID]
  }

  /// The SPS of the base layer, if there is only one: without reading slices it is not known
  /// which of several is active.
  public var onlySequence: SequenceParameterSet? {
    let ofBaseLayer = sequences.values.filter { $0.header.layerID == 0 }
    return ofBaseLayer.count == 1 ? ofBaseLayer.first : nil
  }
}
