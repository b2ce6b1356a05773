import CodecJob
import FieldCoding
import ISOBMFF
import Movie
import WorkerClient

/// A track of pictures that is to be coded anew.
struct VideoSource {
  let track: Track
  let entry: VisualSampleEntry
  /// FFmpeg's name of the decoder.
  let decoder: String
  /// What stands beside the samples.
  private let configuration: Bytes

  /// Nil if the track has no pictures in time: texts, sound, covers.
  init?(_ track: Track) throws(ConversionError) {
    guard track.handlerType == "vide", track.sampleCount > 0,
      let box = track.sampleEntries.first, let entry = box[VisualSampleEntry.self]
    else { return nil }
    guard track.sampleEntries.count == 1 else {
      throw ConversionError(
        .input,
        "track \(track.id) changes its coding on the way (\(counted(track.sampleEntries.count, "sample entry", "sample entries"))), which cannot be converted yet"
      )
    }
    guard let decoder = VideoSource.decoders[box.type] else {
      throw ConversionError(
        .input, "track \(track.id) is coded as \(box.type), for which there is no decoder")
    }
    self.track = track
    self.entry = entry
    self.decoder = decoder
    let record = entry.children.first { ["hvcC", "avcC", "av1C", "vpcC"].contains($0.type) }
    configuration = record?.sourcePayload ?? Bytes()
  }

  private static let decoders: [FourCC: String] = [
    "hvc1": "hevc", "hev1": "hevc", "avc1": "h264", "avc3": "h264", "dvh1": "hevc", "dvhe": "hevc",
    "av01": "libdav1d", "vp09": "vp9", "vp08": "vp8", "apch": "prores", "apcn": "prores",
    "apcs": "prores", "apco": "prores", "ap4h": "prores", "ap4x": "prores", "jpeg": "mjpeg",
    "mjpa": "mjpeg", "mjpb": "mjpegb", "mp4v": "mpeg4", "s263": "h263", "h263": "h263",
  ]

  /// What the worker is asked, but for the encoding.
  func job() throws(ConversionError) -> TranscodeJob {
    var job = TranscodeJob()
    job.decoder = Text(decoder)
    job.configuration = configuration
    job.samples.reserveCapacity(track.sampleCount)
    for sample in track.samples {
      guard sample.location == .file(0) else {
        throw ConversionError(.input, "samples of track \(track.id) are in another file")
      }
      var coded = CodedSample()
      coded.offset = UInt64(sample.fileRange.lowerBound)
      coded.byteCount = UInt32(clamping: sample.fileRange.count)
      coded.time = sample.compositionTime
      job.samples.append(coded)
    }
    return job
  }
}
