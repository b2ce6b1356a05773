import FieldCoding

extension FieldCoder {
  /// Tells the sink, if there is one, the fields of a NAL unit that was read as bytes. What cannot
  /// be read is the sink's to know, and harms nothing else.
  func describe(nalUnit: Bytes) {
    guard let sink else { return }
    do throws(FieldError) {
      var coder = try inner(EmulationPrevention.removed(from: nalUnit))
      switch NALUnit.type(of: nalUnit) {
      case .videoParameterSet?: try VideoParameterSet.describe(&coder)
      case .sequenceParameterSet?: try SequenceParameterSet.describe(&coder)
      case .pictureParameterSet?: try PictureParameterSet.describe(&coder)
      case .prefixSEI?, .suffixSEI?: try SupplementalEnhancementInformation.describe(&coder)
      default: try headerOnly(&coder)
      }
    } catch {
      sink.damage(error)
    }
  }

  private func headerOnly(_ coder: inout FieldCoder) throws(FieldError) {
    var header = NALUnitHeader()
    try coder.within("nal_unit_header") { (f) throws(FieldError) in try header.fields(&f) }
  }
}

extension NALUnitContent {
  fileprivate static func describe(_ coder: inout FieldCoder) throws(FieldError) {
    var content = Self()
    try coder.within(name) { (f) throws(FieldError) in try content.fields(&f) }
  }
}
