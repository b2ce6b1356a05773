public import NALUnits

extension NALUnit {
  /// Reports the fields of a NAL unit to `sink`, which also gets what cannot be read.
  ///
  /// - Parameters:
  ///   - nalUnit: as it is stored: with emulation prevention bytes, without length.
  ///   - sets: the parameter sets of the stream; without them, fewer fields of slices and timing are known.
  public static func describe(
    _ nalUnit: Bytes, sets: ParameterSets = ParameterSets(), budget: DecodeBudget = DecodeBudget(),
    to sink: any FieldSink
  ) {
    let coder = FieldCoder(decoding: nalUnit, budget: budget, sink: sink)
    coder.describe(nalUnit: nalUnit, sets: sets)
  }
}

extension FieldCoder {
  /// Reports the fields of a NAL unit, which was read as bytes, to the sink, if there is one. Errors are reported to
  /// the sink, and have no other effect.
  func describe(nalUnit: Bytes, sets: ParameterSets = ParameterSets()) {
    describe(nalUnit: nalUnit, NALUnitHeader.self) { (type, f) throws(FieldError) in
      switch type {
      case .videoParameterSet: try VideoParameterSet.describe(&f)
      case .sequenceParameterSet: try SequenceParameterSet.describe(&f)
      case .pictureParameterSet: try PictureParameterSet.describe(&f)
      case .accessUnitDelimiter: try AccessUnitDelimiter.describe(&f)
      case .prefixSEI, .suffixSEI:
        var content = SupplementalEnhancementInformation()
        try f.within(SupplementalEnhancementInformation.name) { (f) throws(FieldError) in
          try content.fields(&f, sets: sets)
        }
      case _ where type.isSliceSegment:
        var content = SliceSegment()
        try f.within(SliceSegment.name) { (f) throws(FieldError) in
          try content.headerFields(&f, sets: sets)
        }
      default: return false
      }
      return true
    }
  }
}
