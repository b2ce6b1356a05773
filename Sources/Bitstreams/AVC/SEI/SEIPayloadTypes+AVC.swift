import FieldCoding
public import NALUnits

extension SEIPayloadTypes {
  /// The payloads of AVC that can be read without parameter sets.
  public static let avc = common.adding([
    RecoveryPoint.self, FramePackingArrangement.self, DisplayOrientation.self,
  ])
}

extension FieldCoder {
  /// Describes a payload to the sink, as far as `sets` allow.
  func describe(_ message: SEIMessage, sets: ParameterSets) {
    switch message.payloadType {
    case BufferingPeriod.payloadType:
      guard !sets.sequences.isEmpty else { return }
      describe(payload: message.payload) { (f) throws(FieldError) in
        var content = BufferingPeriod()
        try f.within(BufferingPeriod.name) { (f) throws(FieldError) in
          try content.fields(&f, sets: sets)
        }
      }
    case PictureTiming.payloadType:
      guard let sequence = sets.onlySequence else { return }
      describe(payload: message.payload) { (f) throws(FieldError) in
        var content = PictureTiming(sequence)
        try f.within(PictureTiming.name) { (f) throws(FieldError) in try content.fields(&f) }
      }
    default:
      guard let type = SEIPayloadTypes.avc[message.payloadType] else { return }
      describe(payload: message.payload, as: type)
    }
  }
}
