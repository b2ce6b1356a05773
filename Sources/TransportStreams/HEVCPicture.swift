import FieldCoding
import HEVC
import Inspection

/// What the first NAL units of a picture of HEVC say.
struct HEVCPicture {
  private(set) var isKey = false
  /// What a sequence parameter set says, if there is one.
  private(set) var coded: StreamedTrack?

  init(_ units: [Bytes], describes: Bool) {
    for unit in units {
      guard let type = NALUnit.type(of: unit) else { continue }
      if type.isRandomAccessPoint { isKey = true }
      guard describes, coded == nil, type == .sequenceParameterSet else { continue }
      coded = (try? SequenceParameterSet(nalUnit: unit)).map { set in
        StreamedTrack(
          entry: "hvc1", codec: "\(set.codecString())", size: set.displaySize,
          aspect: set.vui?.aspectRatio, colour: set.vui?.videoSignal?.colour)
      }
    }
  }
}
