public import FieldCoding
import NALUnits

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
  package func describe(nalUnit: Bytes, sets: ParameterSets) {
    describe(nalUnit: nalUnit, NALUnitHeader.self) { (type, f) throws(FieldError) in
      switch type {
      case .sequenceParameterSet: try SequenceParameterSet.describe(&f)
      case .subsetSequenceParameterSet: try SubsetSequenceParameterSet.describe(&f)
      case .sequenceParameterSetExtension: try SequenceParameterSetExtension.describe(&f)
      case .pictureParameterSet:
        var picture = PictureParameterSet()
        try f.within(PictureParameterSet.name) { (f) throws(FieldError) in
          try picture.fields(&f, sequences: Array(sets.sequences.values))
        }
      case .accessUnitDelimiter: try AccessUnitDelimiter.describe(&f)
      case .supplementalEnhancementInformation:
        var messages = SupplementalEnhancementInformation()
        try f.within(SupplementalEnhancementInformation.name) { (f) throws(FieldError) in
          try messages.fields(&f, sets: sets)
        }
      case _ where SliceHeader.types.contains(type) && !sets.pictures.isEmpty:
        var slice = SliceHeader()
        try f.within(SliceHeader.name) { (f) throws(FieldError) in
          try slice.fields(&f, sets: sets)
        }
      default: return false
      }
      return true
    }
  }

  /// NAL units behind lengths of 16 bits, as configuration records have them.
  ///
  /// - Parameter sequences: the SPS that the units may refer to.
  package mutating func nalUnits(
    _ name: StaticString, _ units: inout [Bytes], count: Count, sequences: [Bytes] = []
  ) throws(FieldError) {
    var sets = ParameterSets()
    if sink != nil { for unit in sequences { try? sets.add(unit) } }
    let known = sets
    try list(name, &units, count: count, of: Bytes()) { (unit, f) throws(FieldError) in
      try f.bytes("nalUnit", &unit, count: .bits(16, "nalUnitLength"))
      f.describe(nalUnit: unit, sets: known)
    }
  }
}
