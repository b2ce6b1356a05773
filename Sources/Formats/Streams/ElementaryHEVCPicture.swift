import FieldCoding
import HEVC
import Movie

/// The information in the first NAL units of a frame of HEVC.
struct ElementaryHEVCPicture {
  private(set) var isKey = false
  /// The coding, if there is a sequence parameter set.
  private(set) var coded: StreamedTrack?

  /// - Parameter describes: whether the coding of frames is requested.
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
