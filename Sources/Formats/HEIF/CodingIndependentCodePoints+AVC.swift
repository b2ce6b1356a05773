import AVC

extension CodingIndependentCodePoints {
  /// The colours that the bitstream of an AVC image states; the defaults of ITU-T H.264 §E.2.1
  /// if it states none.
  init(avc parameterSets: [[UInt8]]) {
    self.init()
    let units = parameterSets.map { Bytes($0) }
    guard let unit = units.first(where: { NALUnit.type(of: $0) == .sequenceParameterSet }),
      let set = try? SequenceParameterSet(nalUnit: unit), let signal = set.data.vui?.videoSignal
    else { return }
    self.init(signal)
  }
}
