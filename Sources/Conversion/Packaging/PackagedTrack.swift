import Conversion
import Editing
import FieldCoding
import Files
import ISOBMFF
import Inspection
import Movie
import Streams
import WorkerClient

/// A track in the form for a stream: one file in fragments, and the ranges of its segments.
struct PackagedTrack {
  /// A segment, which begins with a key frame.
  struct Segment {
    /// Among the bytes of the track's file.
    var bytes: Range<Int>
    /// The presentation time of its start and its end, in ticks of the track.
    var start: Int64
    var end: Int64
    /// The key frames at which its fragments begin, including the boxes before them, and their presentation times.
    var keyFrames: [(bytes: Range<Int>, time: Int64)] = []
  }

  let input: RenditionSource
  /// The track in its movie.
  let track: Track
  /// The common name of its files.
  let name: String
  private(set) var attributes: StreamedTrack
  /// Frames in a second, on average.
  private(set) var averageRate: Double?
  let edited: EditedFile
  /// The range of the initialization segment.
  let initialization: Range<Int>
  /// The boxes of the initialization segment.
  var start: BoxFile {
    var start = edited.view
    start.boxes.removeAll { ($0.origin?.range.upperBound ?? .max) > initialization.upperBound }
    return start
  }
  /// The range of the segment index; nil if there is none.
  private(set) var index: Range<Int>?
  private(set) var segments: [Segment] = []
  /// Whether all segments can be decoded without others.
  private(set) var isIndependent = true
  /// The duration of media at the start that an edit list hides, in seconds: some players ignore it.
  private(set) var hidden = 0.0

  var isVideo: Bool { track.handlerType == "vide" }
  private var timescale: Double { Double(max(1, track.timescale)) }

  /// The size of each segment in bytes, and its duration in seconds.
  var sizes: [(bytes: Int, seconds: Double)] {
    segments.map { ($0.bytes.count, seconds($0.end - $0.start)) }
  }
  /// The presented duration, from the start of the presentation, in seconds.
  var end: Double { segments.last.map { seconds($0.end) } ?? 0 }

  func seconds(_ ticks: Int64) -> Double { Double(ticks) / timescale }

  /// The number of frames in a second that a manifest states: their average if it varies (ISO/IEC 23009-1 §5.3.7.2).
  var manifestRate: Double? {
    guard let most = attributes.frameRate, let average = averageRate else {
      return attributes.frameRate
    }
    return average < most * 0.98 ? average : most
  }

  /// - Parameter starts: the start times of the segments after the first, in seconds of the presentation.
  init(
    _ track: Track, of input: RenditionSource, name: String, _ starts: [Double], isSingleFile: Bool
  ) throws(ConversionError) {
    (self.input, self.track, self.name) = (input, track, name)
    do throws(EditError) {
      var edit = PackagedTrack.tagged(input, track)
      guard let source = MovieFile(edit.file)?.tracks.first(where: { $0.id == track.id }),
        let attributes = StreamedTrack(source, in: input.original.bytes)
      else { throw EditError(.damaged, "has a track \(track.id) that is not described") }
      self.attributes = attributes
      var layout = CMAFLayout()
      layout.segmentStarts = starts
      // With fragments of a second, enough key frames within a segment can be found.
      layout.fragments = track.handlerType == "vide" ? .seconds(1) : nil
      layout.hasSegmentTypes = !isSingleFile
      layout.brands = attributes.brands
      let numbers = try edit.makeCMAF(track: track.id, layout)
      // Records of a camera, or another file, are no part of a stream.
      edit.file.trailing = Bytes()
      edited = try edit.finished()
      guard let movie = edited.view.boxes.first("moov")?.origin?.range else {
        throw EditError(.proofFailed, "has no description in its new file")
      }
      initialization = 0..<movie.upperBound
      index = edited.view.boxes.first("sidx")?.origin?.range
      try find(numbers)
    } catch {
      throw ConversionError(error.within(input.name), of: input.edit.original)
    }
  }

  /// The movie with the sample entry `hvc1` for HEVC, which Apple's players need, if that changes no sample.
  private static func tagged(_ input: RenditionSource, _ track: Track) -> Edit {
    guard track.sampleEntries.contains(where: { $0.type == "hev1" }),
      MovieFile(input.edit.original)?.isFragmented == false
    else { return input.edit }
    var edit = input.edit
    do throws(EditError) { try edit.retag(to: ["hvc1"]) } catch { return input.edit }
    return edit
  }

  /// Finds the segments in the new file, like its players.
  ///
  /// - Parameter numbers: the numbers of the fragments at which segments begin.
  private mutating func find(_ numbers: [Int]) throws(EditError) {
    guard let made = MovieFile(edited.view)?.tracks.first else { return }
    let advance = made.editList.edits.first?.mediaTime ?? 0
    var fragments: [(bytes: Range<Int>, start: Int)] = []
    var start: Int?
    for box in edited.view.boxes {
      guard let range = box.origin?.range else { continue }
      switch box.type {
      case "styp": start = range.lowerBound
      case "moof":
        fragments.append(((start ?? range.lowerBound)..<range.upperBound, range.lowerBound))
        start = nil
      case "mdat":
        guard !fragments.isEmpty else { continue }
        let first = fragments[fragments.count - 1].bytes.lowerBound
        fragments[fragments.count - 1].bytes = first..<range.upperBound
      default: continue
      }
    }
    let begins = Set(numbers)
    var index = -1
    /// The composition times of the frames of a segment.
    var times: [Int64] = []
    var rates: [Double] = []
    func endSegment() {
      if let rate = FrameRate(segment: times, timescale: timescale) {
        rates.append(rate.greatest)
      }
      times = []
    }
    for sample in made.samples {
      if index + 1 < fragments.count, sample.fragmentStart == fragments[index + 1].start {
        index += 1
        let bytes = fragments[index].bytes
        let time = sample.compositionTime - advance
        if begins.contains(index) || segments.isEmpty {
          endSegment()
          segments.append(Segment(bytes: bytes, start: time, end: time))
        } else {
          let first = segments[segments.count - 1].bytes.lowerBound
          segments[segments.count - 1].bytes = first..<bytes.upperBound
        }
        if sample.isSync {
          segments[segments.count - 1].keyFrames.append(
            (fragments[index].start..<sample.fileRange.upperBound, time))
        } else {
          isIndependent = false
        }
      }
      guard !segments.isEmpty else { continue }
      if times.count < FrameRate.mostFrames { times.append(sample.compositionTime) }
      let last = segments.count - 1
      let time = sample.compositionTime - advance
      // Leading frames of a key frame can need the segment before.
      if time < segments[last].start, segments.count > 1 { isIndependent = false }
      segments[last].start = min(segments[last].start, time)
      segments[last].end = max(segments[last].end, time + sample.duration)
    }
    endSegment()
    // A frame that is decoded early can be the last that is shown: its duration is the time until the next is decoded.
    if let first = segments.first, let last = segments.last {
      let end = first.start + Int64(clamping: made.mediaDuration)
      if end > last.start { segments[segments.count - 1].end = min(last.end, end) }
    }
    if isVideo {
      // Players have to be prepared for the segment with the most (RFC 8216bis §4.4.6.2).
      let usual = attributes.frameRate ?? 0
      if let most = rates.max(), most > usual * 1.02 { attributes.frameRate = most }
      averageRate = made.sampleRate
    }
    hidden = seconds(max(0, -(segments.first?.start ?? 0)))
    // Media before the presentation is not shown, and each segment lasts until the next one begins.
    for number in segments.indices {
      segments[number].start = max(0, segments[number].start)
      if number > 0 { segments[number - 1].end = segments[number].start }
    }
    guard index == fragments.count - 1, !segments.isEmpty else {
      throw EditError(.proofFailed, "has fragments in its new file that no sample is in")
    }
  }
}

extension StreamedTrack {
  /// Brands for the features of a file besides its codec (RFC 8216bis, SUPPLEMENTAL-CODECS).
  fileprivate var brands: [FourCC] {
    let names = supplementalCodec?.split(separator: "/").dropFirst() ?? []
    return names.compactMap { FourCC(String($0)) }
  }
}

/// The files of a track, and their entries in playlists.
extension PackagedTrack {
  var fileName: String { name + ".mp4" }
  var initializationName: String { name + "-init.mp4" }
  var keyFramesName: String { name + "-keyframes.m3u8" }

  /// The number of an index: `00001` for 0.
  static func number(_ index: Int) -> String { zeroPadded(index + 1, to: 5) }

  func url(ofSegment number: Int, _ isSingleFile: Bool) -> String {
    isSingleFile ? fileName : "\(name)-\(PackagedTrack.number(number)).m4s"
  }

  func map(_ isSingleFile: Bool) -> (url: String, part: MediaPlaylist.Part?) {
    isSingleFile ? (fileName, initialization) : (initializationName, nil)
  }

  func write(to files: inout StreamFiles, isSingleFile: Bool) throws(SystemError) {
    guard !isSingleFile else {
      return try files.write(edited.written, fileName, of: input.original)
    }
    let parts = edited.written.parts([initialization] + segments.map(\.bytes))
    for (index, part) in parts.enumerated() {
      let name = index == 0 ? initializationName : url(ofSegment: index - 1, false)
      try files.write(part, name, of: input.original)
    }
  }

  /// The key frames that can be found, with the time to the next one. Those that are hidden before the start of a segment
  /// count from there.
  var keyFrames: [(bytes: Range<Int>, seconds: Double, segment: Int)] {
    let all = segments.enumerated().flatMap { index, segment in
      segment.keyFrames.map {
        (bytes: $0.bytes, time: max($0.time, segment.start), segment: index)
      }
    }
    let ends = all.dropFirst().map(\.time) + [segments.last?.end ?? 0]
    return zip(all, ends).map { frame, end in
      (frame.bytes, seconds(max(1, end - frame.time)), frame.segment)
    }
  }

  /// The entry of frames in a playlist.
  func variant(_ rate: PlaylistBitRate, _ options: StreamOptions) -> MultivariantPlaylist.Variant {
    var variant = MultivariantPlaylist.Variant(
      rate: rate, codecs: [attributes.codec], url: name + ".m3u8")
    variant.supplementalCodec = attributes.supplementalCodec
    if attributes.width > 0, attributes.height > 0 {
      variant.size = (attributes.width, attributes.height)
    }
    variant.frameRate = attributes.frameRate
    variant.range = attributes.range
    return variant
  }

  /// The report about the track after it was written.
  func rendition(_ rate: PlaylistBitRate) -> StreamResult.Rendition {
    var rendition = StreamResult.Rendition(
      name: name, codec: attributes.codec, language: RenditionLanguage.tag(of: track),
      segmentCount: segments.count, peakBitRate: rate.peak, averageBitRate: rate.average)
    if isVideo {
      (rendition.width, rendition.height) = (attributes.width, attributes.height)
      rendition.frameRate = attributes.frameRate
      rendition.videoRange = attributes.range.rawValue
    } else if attributes.channels > 0 {
      rendition.channels = attributes.channels
    }
    return rendition
  }
}
