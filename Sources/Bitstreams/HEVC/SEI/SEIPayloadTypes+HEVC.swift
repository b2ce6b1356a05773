public import NALUnits

extension SEIPayloadTypes {
  /// The payloads of HEVC that can be read without parameter sets.
  public static let hevc = commonSinceHEVC.adding([
    RecoveryPoint.self, DisplayOrientation.self, ActiveParameterSets.self,
    TemporalSubLayerZeroIndex.self, DecodedPictureHash.self, TimeCode.self,
    ThreeDimensionalReferenceDisplays.self,
  ])
}

extension FieldCoder {
  /// Describes a payload to the sink, as far as `sets` allow.
  func describe(_ message: SEIMessage, sets: ParameterSets) {
    let sequence = sets.onlySequence
    switch message.payloadType {
    case BufferingPeriod.payloadType where !sets.sequences.isEmpty:
      describe(payload: message.payload) { (f) throws(FieldError) in
        var content = BufferingPeriod()
        try f.within(BufferingPeriod.name) { (f) throws(FieldError) in
          try content.fields(&f, sets)
        }
      }
    case PictureTiming.payloadType:
      guard let sequence else { return }
      describe(payload: message.payload) { (f) throws(FieldError) in
        var content = PictureTiming()
        try f.within(PictureTiming.name) { (f) throws(FieldError) in
          try content.fields(&f, sequence, sets)
        }
      }
    case DecodingUnitInformation.payloadType:
      guard let sequence else { return }
      describe(payload: message.payload) { (f) throws(FieldError) in
        var content = DecodingUnitInformation()
        try f.within(DecodingUnitInformation.name) { (f) throws(FieldError) in
          try content.fields(&f, sequence, sets)
        }
      }
    default:
      guard let type = SEIPayloadTypes.hevc[message.payloadType] else { return }
      describe(payload: message.payload, as: type)
    }
  }
}
