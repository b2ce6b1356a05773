import AVC
import FieldCoding
import HEIF
package import ISOBMFF
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

/// The frames of a track that are not whole.
struct DamagedPictures {
  private let track: UInt32
  /// The indices of samples, in order, that did not give a complete frame.
  private let damaged: [Int]
  /// The indices of samples that may be predicted from these.
  private let doubtful: [Int]

  /// Nil if there are none.
  ///
  /// - Parameter lost: the indices of samples, in order, that did not give a complete frame.
  init?(_ lost: [UInt32], of track: Track) {
    let hidden = track.hiddenLeadingSamples
    damaged = lost.map { Int($0) }.filter { !hidden.contains($0) }
    guard !damaged.isEmpty else { return nil }
    self.track = track.id
    let all = Set(damaged)
    var syncs: [Int] = []
    var needed = [Bool](repeating: true, count: track.samples.count)
    var times: [Int64] = []
    for (number, sample) in track.samples.enumerated() {
      times.append(sample.compositionTime)
      if sample.isSync { syncs.append(number) }
      if sample.flags.isDependedOn == 2, number < needed.count { needed[number] = false }
    }
    var samples = DamagedSamples(times: times, syncs: syncs)
    for number in damaged where number < needed.count && needed[number] { samples.insert(number) }
    doubtful = times.indices.filter { samples.contains($0) && !all.contains($0) }
  }

  /// The sentence about re-encoded pictures: those that cannot be decoded are lost.
  var ofCoded: String {
    "\(counted(damaged.count, "frame")) of track \(track) cannot be decoded: \(list(damaged))"
      + predicted
  }

  /// The sentence about copied frames.
  var ofCopied: String {
    "\(counted(damaged.count, "frame")) of track \(track) \(damaged.count == 1 ? "is" : "are") copied with damage: \(list(damaged))"
      + predicted
  }

  private var predicted: String {
    guard !doubtful.isEmpty else { return "" }
    return
      "; \(counted(doubtful.count, "other frame")) may show it, as \(doubtful.count == 1 ? "it is" : "they are") predicted from there: \(list(doubtful))"
  }

  /// `samples 3, 8 to 12 and 40 more`
  private func list(_ numbers: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = runs.last, last.upperBound == number - 1 {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    let shown = runs.prefix(8)
    let parts = shown.map {
      $0.count == 1 ? "\($0.lowerBound + 1)" : "\($0.lowerBound + 1) to \($0.upperBound + 1)"
    }
    let rest = numbers.count - shown.reduce(0) { $0 + $1.count }
    return "sample\(numbers.count == 1 ? "" : "s") \(parts.joined(separator: ", "))"
      + (rest > 0 ? " and \(rest) more" : "")
  }
}

extension Track {
  /// The indices of samples that lead the first sync sample and end before the first edit begins. They may need
  /// frames from before the start of the track, no frame is predicted from them, and they are never shown.
  fileprivate var hiddenLeadingSamples: Range<Int> {
    guard let start = editList.edits.lazy.compactMap(\.mediaTime).first else { return 0..<0 }
    var samples = samples.makeIterator()
    guard let key = samples.next(), key.isSync else { return 0..<0 }
    var end = 1
    while let sample = samples.next(), sample.compositionTime < key.compositionTime,
      sample.compositionTime.addingSaturating(sample.duration) <= start
    {
      end += 1
    }
    return 1..<end
  }
}

extension VisualSampleEntry {
  /// The palette for pixels of at most 8 bits, with red in bits 16 to 23, then green and blue, and opaque (QuickTime
  /// File Format, "Video sample description"): the colour table of the entry, or else the default colours of the
  /// Macintosh.
  var palette: [UInt32] {
    let bits = depth & 31
    let count = 1 << Int(min(bits, 8))
    if let colorTable {
      var colours: [UInt32] = []
      colorTable.entries.forEachRow { _, row in
        // The upper 8 of 16 bits are used.
        colours.append(.opaque(row[1...3].map { UInt32(truncatingIfNeeded: $0 >> 8) }))
      }
      return Array(colours.prefix(256))
    }
    if depth > 32, bits > 1 {
      return (0..<count).map { .gray(UInt32(255 - $0 * 255 / (count - 1))) }
    }
    switch bits {
    case 1: return [0xFF, 0].map { .gray($0) }
    case 2: return [0xFF, 0xAC, 0x55, 0].map { .gray($0) }
    case 4: return Self.sixteenColours.map { $0 | 0xFF00_0000 }
    default: return Self.systemColours
    }
  }

  /// The 16 colours of the control panel of Mac OS.
  private static let sixteenColours: [UInt32] = [
    0xFFFFFF, 0xFCF305, 0xFF6402, 0xDD0806, 0xF20884, 0x4600A5, 0x0000D4, 0x02ABEA,
    0x1FB714, 0x006411, 0x562C05, 0x90713A, 0xC0C0C0, 0x808080, 0x404040, 0x000000,
  ]

  /// Steps of a fifth of red, green and blue, starting with white, then more shades of red, green, blue and grey, and
  /// black at the end.
  private static let systemColours: [UInt32] = {
    let steps: [UInt32] = [0xFF, 0xCC, 0x99, 0x66, 0x33, 0]
    let cube = steps.flatMap { red in
      steps.flatMap { green in steps.map { UInt32.opaque([red, green, $0]) } }
    }
    let shades: [UInt32] = [0xEE, 0xDD, 0xBB, 0xAA, 0x88, 0x77, 0x55, 0x44, 0x22, 0x11]
    return cube.dropLast() + shades.map { .opaque([$0, 0, 0]) }
      + shades.map { .opaque([0, $0, 0]) } + shades.map { .opaque([0, 0, $0]) }
      + shades.map { .gray($0) } + [.gray(0)]
  }()
}

extension UInt32 {
  /// A colour of red, green and blue.
  fileprivate static func opaque(_ parts: [UInt32]) -> UInt32 {
    parts.reduce(0xFF) { $0 << 8 | $1 }
  }

  fileprivate static func gray(_ shade: UInt32) -> UInt32 { .opaque([shade, shade, shade]) }
}

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

  /// A `colr` box with other colours; any other box is returned unchanged.
  func stating(_ colour: CodingIndependentCodePoints) -> Box {
    guard var box = self[ColourInformationBox.self], !box.hasProfile else { return self }
    box.colourPrimaries = colour.colourPrimaries
    box.transferCharacteristics = colour.transferCharacteristics
    box.matrixCoefficients = colour.matrixCoefficients
    // QuickTime's form (nclc) has no field for the range.
    if box.colourType == "nclx", box.hasFullRangeFlag { box.isFullRange = colour.isFullRange }
    var copy = self
    copy[ColourInformationBox.self] = box
    return copy
  }
}
