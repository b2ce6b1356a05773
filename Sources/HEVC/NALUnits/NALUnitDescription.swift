public import NALUnits

extension NALUnit {
  /// Tells `sink` the fields of a NAL unit. What cannot be read is the sink's to know.
  ///
  /// - Parameters:
  ///   - nalUnit: as it is stored: with emulation prevention bytes, without length.
  ///   - sets: what is known of the stream: without them, less of slices and of timing is.
  public static func describe(
    _ nalUnit: Bytes, sets: ParameterSets = ParameterSets(), budget: DecodeBudget = DecodeBudget(),
    to sink: any FieldSink
  ) {
    let coder = FieldCoder(decoding: nalUnit, budget: budget, sink: sink)
    coder.describe(nalUnit: nalUnit, sets: sets)
  }
}

extension FieldCoder {
  /// Tells the sink, if there is one, the fields of a NAL unit that was read as bytes. What cannot
  /// be read is the sink's to know, and harms nothing else.
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
