import FieldCoding
import HEVC
import Inspection

/// What the first NAL units of a picture of HEVC say.
struct HEVCPicture {
  private(set) var isKey = false
  /// What a sequence parameter set says, if there is one.
  private(set) var coded: StreamedTrack?

  /// - Parameter describes: whether it is asked how pictures are coded.
  init(_ units: [Bytes], describes: Bool) {
    var isEnhanced = false
    for unit in units {
      guard let type = NALUnit.type(of: unit) else { continue }
      if type.isRandomAccessPoint { isKey = true }
      if describes, type == .prefixSEI {
        let messages = (try? SupplementalEnhancementInformation(nalUnit: unit))?.messages ?? []
        isEnhanced = isEnhanced || messages.contains(where: \.isEnhancement)
      }
      guard describes, coded == nil, type == .sequenceParameterSet else { continue }
      coded = (try? SequenceParameterSet(nalUnit: unit)).map { set in
        StreamedTrack(
          entry: "hvc1", codec: "\(set.codecString())", size: set.displaySize,
          aspect: set.vui?.aspectRatio, colour: set.vui?.videoSignal?.colour)
      }
    }
    coded?.isEnhanced = isEnhanced
  }
}
