import AVC
import FieldCoding
import Inspection

/// What the first NAL units of a picture of AVC say.
struct AVCPicture {
  private(set) var isKey = false
  /// What a sequence parameter set says, if there is one.
  private(set) var coded: StreamedTrack?

  init(_ units: [Bytes], describes: Bool) {
    for unit in units {
      switch NALUnit.type(of: unit) {
      case .instantaneousRefreshSlice?: isKey = true
      case .supplementalEnhancementInformation?: isKey = isKey || AVCPicture.isRecoveryPoint(unit)
      case .sequenceParameterSet? where describes && coded == nil:
        coded = (try? SequenceParameterSet(nalUnit: unit)).map { set in
          StreamedTrack(
            entry: "avc1", codec: "\(set.data.codecString())", size: set.data.displaySize,
            aspect: set.data.vui?.aspectRatio, colour: set.data.vui?.videoSignal?.colour)
        }
      default: break
      }
    }
  }

  /// Whether pictures are whole from here on (ITU-T H.264 §D.2.8).
  private static func isRecoveryPoint(_ unit: Bytes) -> Bool {
    let messages = (try? SupplementalEnhancementInformation(nalUnit: unit))?.messages ?? []
    return messages.contains {
      $0.payloadType == RecoveryPoint.payloadType
        && (try? RecoveryPoint(decoding: $0.payload))?.frameCount == 0
    }
  }
}
