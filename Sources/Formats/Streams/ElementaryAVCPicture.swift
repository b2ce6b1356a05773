import AVC
import FieldCoding
import Movie
import NALUnits

/// The information in the first NAL units of a frame of AVC.
struct ElementaryAVCPicture {
  private(set) var isKey = false
  /// The coding, if there is a sequence parameter set.
  private(set) var coded: StreamedTrack?

  /// - Parameter describes: whether the coding of frames is requested.
  init(_ units: [Bytes], describes: Bool) {
    var isEnhanced = false
    for unit in units {
      switch NALUnit.type(of: unit) {
      case .instantaneousRefreshSlice?: isKey = true
      case .supplementalEnhancementInformation?:
        let messages = (try? SupplementalEnhancementInformation(nalUnit: unit))?.messages ?? []
        isKey = isKey || messages.contains(where: ElementaryAVCPicture.isRecoveryPoint)
        isEnhanced = isEnhanced || describes && messages.contains(where: \.isEnhancement)
      case .sequenceParameterSet? where describes && coded == nil:
        coded = (try? SequenceParameterSet(nalUnit: unit)).map { set in
          StreamedTrack(
            entry: "avc1", codec: "\(set.data.codecString())", size: set.data.displaySize,
            aspect: set.data.vui?.aspectRatio, colour: set.data.vui?.videoSignal?.colour)
        }
      default: break
      }
    }
    coded?.isEnhanced = isEnhanced
  }

  /// Whether frames are complete from here on (ITU-T H.264 §D.2.8).
  private static func isRecoveryPoint(_ message: SEIMessage) -> Bool {
    message.payloadType == RecoveryPoint.payloadType
      && (try? RecoveryPoint(decoding: message.payload))?.frameCount == 0
  }
}
