import AVC

extension CodingIndependentCodePoints {
  /// What the bitstream of an AVC image says of its colours; the defaults of ITU-T H.264 §E.2.1
  /// where it says nothing.
  init(avc parameterSets: [[UInt8]]) {
    self.init()
    let units = parameterSets.map { Bytes($0) }
    guard let unit = units.first(where: { NALUnit.type(of: $0) == .sequenceParameterSet }),
      let set = try? SequenceParameterSet(nalUnit: unit), let signal = set.data.vui?.videoSignal
    else { return }
    self.init(signal)
  }
}
