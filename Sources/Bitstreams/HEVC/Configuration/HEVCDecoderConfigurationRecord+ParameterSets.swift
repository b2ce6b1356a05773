public import FieldCoding

extension HEVCDecoderConfigurationRecord {
  /// A record for a stream with these parameter sets (ISO/IEC 14496-15 §8.3.3.1.3).
  ///
  /// - Parameter parameterSets: NAL units: VPS, SPS, PPS, and SEI that holds for the whole stream.
  ///   At least one SPS of the base layer.
  public init(parameterSets: [Bytes]) throws(FieldError) {
    self.init()
    arrays = try NALUnitArray.grouped(parameterSets)
    let sequences = try sequenceParameterSets().filter { !$0.isMultiLayerExtension }
    guard let first = sequences.first else {
      throw FieldError(
        .invalid("there is no SPS among the parameter sets"),
        offset: parameterSets.first?.fileOffset ?? 0)
    }
    profile = Profile.covering(sequences.map(\.profile), first: first.profile)
    level = sequences.filter { $0.profile.tier == profile.tier }.map(\.level).max() ?? first.level
    chromaFormat = first.chromaFormat
    bitDepthLumaMinus8 = UInt8(first.bitDepthLumaMinus8)
    bitDepthChromaMinus8 = UInt8(first.bitDepthChromaMinus8)
    temporalLayerCount = UInt8(sequences.map(\.maxSubLayersMinus1).max() ?? 0) + 1
    isTemporalIDNested = sequences.allSatisfy(\.hasTemporalIDNesting)
    minSpatialSegmentationIDC = Self.segmentation(of: sequences)
    // "When min_spatial_segmentation_idc is equal to 0, parallelismType shall be 0": nothing is
    // promised of how finely pictures are cut.
    if minSpatialSegmentationIDC > 0 {
      parallelism = Parallelism(of: try pictureParameterSets())
    }
  }

  private static func segmentation(of sequences: [SequenceParameterSet]) -> UInt16 {
    let promises = sequences.map { $0.vui?.restriction?.minSpatialSegmentationIDC ?? 0 }
    // 12 bits; §E.3.1 allows at most 4095.
    return UInt16(min(promises.min() ?? 0, 4095))
  }

  /// The `codecs` parameter of the stream: `hvc1.1.6.L93.B0`.
  public func codecString(_ sampleEntry: FourCC = "hvc1") -> CodecString {
    CodecString(sampleEntry: sampleEntry, profile: profile, level: level)
  }
}

extension NALUnitArray {
  /// An array for each type of NAL unit: VPS, SPS, PPS and SEI in the order that the standard
  /// recommends.
  fileprivate static func grouped(_ units: [Bytes]) throws(FieldError) -> [NALUnitArray] {
    let order: [NALUnitType] = [
      .videoParameterSet, .sequenceParameterSet, .pictureParameterSet, .prefixSEI, .suffixSEI,
    ]
    for unit in units {
      guard let type = NALUnit.type(of: unit), order.contains(type) else {
        let found = NALUnit.type(of: unit).map { "\($0)" } ?? "one without a whole header"
        throw FieldError(
          .invalid("a configuration record cannot have NAL units such as \(found)"),
          offset: unit.fileOffset)
      }
    }
    return order.compactMap { type in
      let ofType = units.filter { NALUnit.type(of: $0) == type }
      return ofType.isEmpty ? nil : NALUnitArray(type, ofType)
    }
  }
}

extension Profile {
  /// The profile that a decoder for all of `profiles` needs. The SPS of one sequence have the same profile in practice:
  /// otherwise the first counts, with the constraints that all state.
  fileprivate static func covering(_ profiles: [Profile], first: Profile) -> Profile {
    profiles.reduce(into: first) { common, next in
      if next.tier == .high { common.tier = .high }
      common.idc = max(common.idc, next.idc)
      common.compatibility.rawValue &= next.compatibility.rawValue
      common.constraints.rawValue &= next.constraints.rawValue
    }
  }
}

extension Parallelism {
  /// The common properties of all pictures.
  fileprivate init(of pictures: [PictureParameterSet]) {
    let kinds = Set(
      pictures.map { picture -> Parallelism in
        switch (picture.tiles != nil, picture.usesEntropyCodingSync) {
        case (true, true): .unknown
        case (true, false): .tiles
        case (false, true): .rows
        case (false, false): .slices
        }
      })
    self = kinds.count == 1 ? kinds.first ?? .unknown : .unknown
  }
}
