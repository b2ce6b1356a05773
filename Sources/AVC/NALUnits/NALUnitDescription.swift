import FieldCoding
import NALUnits

extension FieldCoder {
  /// Tells the sink, if there is one, the fields of a NAL unit that was read as bytes. What cannot
  /// be read is the sink's to know, and harms nothing else.
  ///
  /// - Parameter sequences: the SPS that it may refer to, as NAL units.
  func describe(nalUnit: Bytes, sequences: [Bytes] = []) {
    describe(nalUnit: nalUnit, NALUnitHeader.self) { (type, f) throws(FieldError) in
      switch type {
      case .sequenceParameterSet: try SequenceParameterSet.describe(&f)
      case .subsetSequenceParameterSet: try SubsetSequenceParameterSet.describe(&f)
      case .sequenceParameterSetExtension: try SequenceParameterSetExtension.describe(&f)
      case .pictureParameterSet:
        let sets = sequences.compactMap { try? SequenceParameterSet(nalUnit: $0).data }
        var picture = PictureParameterSet()
        try f.within(PictureParameterSet.name) { (f) throws(FieldError) in
          try picture.fields(&f, sequences: sets)
        }
      case .accessUnitDelimiter: try AccessUnitDelimiter.describe(&f)
      case .supplementalEnhancementInformation:
        try SupplementalEnhancementInformation.describe(&f)
      default: return false
      }
      return true
    }
  }
}
