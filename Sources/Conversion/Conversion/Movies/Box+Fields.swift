import AVC
package import ISOBMFF
import WorkerProtocol

extension Box {
  /// Whether the frames of this sample entry consist of two fields, one of odd and one of even rows, as the entry
  /// states it, or the name of the coding: all of DV does.
  package var isInterlaced: Bool {
    decoder == "dvvideo" || children.first(FieldHandlingBox.self)?.fieldCount == 2
      || statedSequences?.values.contains { $0.interlacing != nil } ?? false
  }

  /// Whether the frames of this sample entry may consist of two fields: some codings say it only in the samples.
  package var mayBeInterlaced: Bool {
    let decoders: Set<String> = [
      "mpeg2video", "mpeg4", "prores", "dnxhd", "vc1", "mjpeg", "mjpegb",
    ]
    // Without parameter sets in the entry, they are in the samples.
    return isInterlaced || decoders.contains(decoder)
      || statedSequences.map { $0.isEmpty } ?? (type == "avc3")
  }

  /// The name of the decoder of FFmpeg; empty if there is none.
  private var decoder: String { SampleCoding(self)?.decoder.string ?? "" }

  private var statedSequences: [UInt32: SequenceParameterSetData]? {
    try? children.first(AVCConfigurationBox.self)?.record.parameterSets().sequences
  }
}
