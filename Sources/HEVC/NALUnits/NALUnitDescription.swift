import FieldCoding

extension FieldCoder {
  /// Tells the sink, if there is one, the fields of a NAL unit that was read as bytes. What cannot
  /// be read is the sink's to know, and harms nothing else.
  func describe(nalUnit: Bytes) {
    describe(nalUnit: nalUnit, NALUnitHeader.self) { (type, f) throws(FieldError) in
      switch type {
      case .videoParameterSet: try VideoParameterSet.describe(&f)
      case .sequenceParameterSet: try SequenceParameterSet.describe(&f)
      case .pictureParameterSet: try PictureParameterSet.describe(&f)
      case .prefixSEI, .suffixSEI: try SupplementalEnhancementInformation.describe(&f)
      default: return false
      }
      return true
    }
  }
}
