import AVC
import FieldCoding
import HEIF
import ISOBMFF
import Inspection
package import Movie
package import WorkerClient
package import WorkerProtocol

/// A video track that can be re-encoded.
struct VideoSource {
  let track: Track
  /// The first sample entry, which describes most tracks.
  let entry: VisualSampleEntry
  let type: FourCC
  let codings: [SampleCoding]
  /// What the first sample entry says of the coding.
  private let description: CodecDescription
  /// How bright and how colourful frames get, according to the sample entry and the first sample.
  private(set) var light: LightMetadata
  /// The time of the media at which the frames begin that are coded, if those before it are left out.
  private(set) var start: Int64?
  /// The composition times of the frames that are coded; others are decoded as these need them.
  private(set) var coded = Int64.min..<Int64.max

  /// Whether a track has frames in time, and not texts, audio or covers.
  static func hasPictures(_ track: Track) -> Bool {
    track.handlerType == "vide" && track.sampleCount > 0
      && track.sampleEntries.first?[VisualSampleEntry.self] != nil
  }

  /// Nil if the track has no timed frames. Throws if they cannot be decoded.
  init?(_ track: Track) throws(ConversionError) {
    guard VideoSource.hasPictures(track), let box = track.sampleEntries.first,
      let entry = box[VisualSampleEntry.self]
    else { return nil }
    self.track = track
    self.entry = entry
    type = box.type
    light = LightMetadata(entry.children)
    description = CodecDescription(entry: box)
    codings = try track.sampleEntries.map { (box) throws(ConversionError) in
      guard let coding = SampleCoding(box) else {
        throw ConversionError(
          .unsupported,
          "track \(track.id) is coded as \(box.type.name), for which there is no decoder")
      }
      return coding
    }
  }

  /// Adds what the first sample states about the light; the sample entry takes precedence.
  mutating func readLight(in bytes: Bytes) {
    guard let first = track.samples.first(where: { _ in true }), first.location == .file(0),
      let sample = bytes.part(first.fileRange)
    else { return }
    light.add(sample: sample, entry.children)
  }

  /// When the frames are composed with which edits after the first begin. Players look for a key frame there, and some show
  /// other frames if there is none.
  var firstTimesOfEdits: [Int64] {
    track.editList.edits.lazy.compactMap(\.mediaTime).dropFirst().prefix(1 << 12)
      .compactMap { track.sample(shownAt: $0)?.compositionTime }
  }

  /// Leaves out the frames that no edit shows before the first and after the last that one does.
  mutating func leaveOutHiddenPictures() {
    guard let media = track.editList.shownMedia,
      let first = track.sample(shownAt: media.lowerBound)
    else { return }
    start = media.lowerBound
    coded = first.compositionTime..<max(first.compositionTime + 1, media.upperBound)
  }

  /// The colours that the sample entry itself states: 2 if it states none.
  var stated: (colour: CodingIndependentCodePoints, hasRange: Bool) {
    var points = CodingIndependentCodePoints()
    let types: Set<FourCC> = ["nclx", "nclc"]
    guard
      let colour = entry.children.lazy.compactMap({ $0[ColourInformationBox.self] })
        .first(where: { types.contains($0.colourType) })
    else { return (points, false) }
    points.colourPrimaries = colour.colourPrimaries
    points.transferCharacteristics = colour.transferCharacteristics
    points.matrixCoefficients = colour.matrixCoefficients
    points.isFullRange = colour.isFullRange
    return (points, colour.colourType == "nclx" && colour.hasFullRangeFlag)
  }

  /// Whether the frames are HDR, as the sample entry states it, or else the parameter sets of the bitstream.
  var isHDR: Bool {
    let stated = stated.colour
    guard stated.transferCharacteristics == 2 else { return stated.isHDR }
    return description.colour?.isHDR ?? false
  }

  /// How bright the frames get, in cd/m²: MaxCLL, or else the display on which they were graded; 0 if nothing says it.
  var peakLuminance: UInt32 {
    UInt32(clamping: light.maximum ?? Int(light.display?.maximum ?? 0))
  }

  /// Whether frames consist of two fields, as the sample entry or the name of the coding states it.
  var isInterlaced: Bool { track.sampleEntries.contains(where: \.isInterlaced) }
  /// Whether frames may consist of two fields: some codings say it only in the samples.
  var mayBeInterlaced: Bool { track.sampleEntries.contains(where: \.mayBeInterlaced) }

  /// Whether the sample entry has a configuration of Dolby Vision.
  var hasDolbyVision: Bool {
    entry.children.contains { ["dvcC", "dvvC", "dvwC"].contains($0.type) }
  }

  var hasColoursOfDolbyVision: Bool { entry.hasColoursOfDolbyVision }

  /// Whether there is a frame for each eye.
  var hasSecondEye: Bool { entry.children.contains { ["lhvC", "vexu"].contains($0.type) } }

  /// Whether all sample entries have this codec. Only the worker can find out whether frames have more than ten
  /// bits, or another chroma format than 4:2:0.
  func isCoded(as codec: MoviePreset.Codec) -> Bool {
    track.sampleEntries.allSatisfy { codec.sampleEntries.contains($0.type) }
  }

  /// The job for the worker, without the encoding.
  func job() throws(ConversionError) -> TranscodeJob {
    var job = TranscodeJob()
    job.codings = codings
    (job.firstTime, job.endTime) = (coded.lowerBound, coded.upperBound)
    job.samples.reserveCapacity(track.samples.count)
    for sample in track.samples {
      var coded = try CodedSample(sample, of: track)
      // The index counts from 1. The worker refuses samples without an entry.
      coded.coding = UInt16(clamping: sample.descriptionIndex - 1)
      job.samples.append(coded)
    }
    return job
  }
}

extension CodedSample {
  /// A sample of a movie that is one file.
  package init(_ sample: Sample, of track: Track) throws(ConversionError) {
    guard sample.location == .file(0) else {
      throw ConversionError(.input, "samples of track \(track.id) are in another file")
    }
    self.init()
    offset = UInt64(sample.fileRange.lowerBound)
    byteCount = UInt32(clamping: sample.fileRange.count)
    time = sample.compositionTime
    isSync = sample.isSync
  }
}

extension VisualSampleEntry {
  /// Whether only the metadata of Dolby Vision describes the colours of the samples (profiles 5, 10.0 and 20): without
  /// it, frames look green and purple.
  package var hasColoursOfDolbyVision: Bool {
    children.contains { box in
      guard let configuration = box[DOVIConfigurationBox.self] else { return false }
      return configuration.baseLayerCompatibilityID == 0
        && [5, 10, 20].contains(configuration.profile)
    }
  }
}

extension ConversionError {
  /// The error for frames that would have other colours than the recorded ones.
  package static func coloursOfDolbyVision(ofTrack track: UInt32) -> ConversionError {
    ConversionError(
      .unsupported,
      "the colours of track \(track) are in the metadata of Dolby Vision, which cannot be applied here: its frames would become green and purple"
    )
  }
}
