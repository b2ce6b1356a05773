import FieldCoding

extension StreamRules {
  static let streams: [any StreamRule.Type] = [
    StreamAddressRefused.self,
    StreamDocumentUnreadable.self,
    StreamElsewhere.self,
    StreamEventLate.self,
    StreamEventTwice.self,
    StreamSegmentDamaged.self,
    StreamSegmentMissing.self,
    StreamSegmentShort.self,
    StreamSegmentStart.self,
    StreamSegmentTwice.self,
    StreamSegmentUnknown.self,
    StreamSegmentWithoutFragment.self,
    StreamStartChanges.self,
    StreamStartMissing.self,
    StreamStartUnreadable.self,
    StreamTimesBackwards.self,
    StreamTimesGap.self,
    StreamTooManySegments.self,
    StreamTrackUnknown.self,
  ]
}

/// `4.004 s`
func seconds(_ value: Double) -> String {
  guard value.isFinite, abs(value) < 1e12 else { return "\(value) s" }
  return "\((value * 1000).rounded() / 1000) s"
}
