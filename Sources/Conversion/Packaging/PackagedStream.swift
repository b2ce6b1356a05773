import Editing
import FieldCoding
import Files
import ISOBMFF
import Inspection
import Movie
import WorkerClient

/// The tracks of a stream, and the groups of their segments.
struct PackagedStream {
  /// The video tracks. Players use the first ones by default.
  private(set) var pictures: [PackagedTrack] = []
  private(set) var audio: [PackagedTrack] = []
  private(set) var texts: [StreamTexts] = []
  /// The start times of the text segments after the first, in seconds.
  private(set) var textStarts: [Double] = []
  /// The recording date of the movie.
  let date: String?
  let options: StreamOptions

  init(
    _ inputs: [RenditionSource], _ subtitles: [StreamSubtitleFile], _ options: StreamOptions,
    _ result: inout StreamResult
  ) throws(ConversionError) {
    self.options = options
    let seconds = options.segmentSeconds
    let withPictures = inputs.filter { $0.pictures != nil }
    guard let first = withPictures.first ?? inputs.first else {
      throw ConversionError(.input, "names no movie")
    }
    date = first.date
    // Variants share one audio, which continues when a player changes the variant.
    let heard = inputs.filter { $0 === first || $0.pictures == nil }
    PackagedStream.name(inputs, heard, &result)
    var keyTimes: [[Double]] = []
    var end = 0.0
    for input in withPictures {
      keyTimes.append(try input.keyTimes())
      if let track = input.pictures { end = max(end, try input.end(of: track)) }
    }
    let times = SegmentTimes(keyTimes, end: end, every: seconds)
    if !times.isAligned {
      result.warnings.append(
        "the movies have key frames at other times: players cannot change between them without a break; --ladder encodes them alike"
      )
    }
    for (index, input) in withPictures.enumerated() {
      guard let track = input.pictures else { continue }
      pictures.append(
        try PackagedTrack(
          track, of: input, name: "video-\(index + 1)", times.starts[index],
          isSingleFile: options.isSingleFile))
    }
    for input in heard {
      for track in input.audio {
        let starts = times.starts(upTo: try input.end(of: track), every: seconds)
        audio.append(
          try PackagedTrack(
            track, of: input, name: "audio-\(audio.count + 1)", starts,
            isSingleFile: options.isSingleFile))
      }
    }
    guard !pictures.isEmpty || !audio.isEmpty else {
      if first.isEncrypted {
        throw ConversionError(
          .input, "\(first.name): is encrypted, and boxwalk does not make encrypted streams")
      }
      throw ConversionError(
        .input,
        "\(first.name): has no video or audio that players of streams know; boxwalk transcode makes H.264 and AAC of them"
      )
    }
    for input in inputs where !input.isCoded || input === first {
      let made = (pictures + audio).filter { $0.input === input }
      guard !made.isEmpty else { continue }
      let left = MovieDeclarations(input.edit.original)
        .missing(in: made.map { MovieDeclarations($0.start) })
      result.leftOut += left.phrases.map { "\(input.name): \($0)" }
    }
    try addTexts(heard, subtitles)
    textStarts = times.starts(upTo: self.end, every: seconds)
    guard textStarts.count < PackagedStream.mostSegments else {
      throw ConversionError(
        .input,
        "\(first.name): lasts \(grouped(Int(min(self.end, 1e15)))) s, which is too long for segments of this length: --segment makes them longer"
      )
    }
    remark(&result)
  }

  /// The most segments: four days with 6 seconds each.
  private static let mostSegments = 1 << 16

  /// The presented duration of the longest track of video or audio, in seconds.
  var end: Double { (pictures + audio).map(\.end).max() ?? 0 }

  /// The maximum duration of segments in seconds, rounded to the nearest.
  var targetDuration: Int {
    let longest = (pictures + audio).flatMap(\.sizes).map(\.seconds).max() ?? 0
    return max(1, Int(min(max(longest, texts.isEmpty ? 0 : longestText).rounded(), 1e9)))
  }

  private var longestText: Double {
    zip([0] + textStarts, textStarts + [end]).map { $1 - $0 }.max() ?? 0
  }

  // MARK: Texts

  private mutating func addTexts(
    _ inputs: [RenditionSource], _ subtitles: [StreamSubtitleFile]
  ) throws(ConversionError) {
    for input in inputs {
      for track in input.texts {
        let parts = try input.presentedParts(track)
        guard let read = TextTrack(track, in: input.original.bytes, parts) else { continue }
        texts.append(
          StreamTexts(
            name: "subtitles-\(texts.count + 1)", language: RenditionLanguage.tag(of: track),
            title: track.title, isDefault: track.isEnabled && texts.isEmpty, cues: read.cues))
      }
    }
    for file in subtitles {
      texts.append(
        StreamTexts(
          name: "subtitles-\(texts.count + 1)", language: file.language, title: nil,
          isDefault: false, cues: file.cues))
    }
  }

  // MARK: Messages

  private static func name(
    _ inputs: [RenditionSource], _ heard: [RenditionSource], _ result: inout StreamResult
  ) {
    for input in inputs {
      if input.isTruncated {
        result.warnings.append("\(input.name): samples at its end are missing")
      }
      guard heard.contains(where: { $0 === input }) else {
        for track in input.audio where !input.isCoded {
          result.leftOut.append(
            "\(input.name): track \(track.id), audio of a variant: the audio of the first movie is played"
          )
        }
        continue
      }
      result.leftOut += input.leftOut.map { "\(input.name): \($0)" }
    }
  }

  private func remark(_ result: inout StreamResult) {
    if let note = noteOnAudio { result.warnings.append(note) }
    for part in texts where part.cues.contains(where: { !$0.settings.isEmpty }) {
      result.warnings.append(
        "\(part.documentName) has no positions of texts: players of DASH show all of them below")
    }
    for packaged in pictures {
      let text = "\(packaged.input.name): track \(packaged.track.id)"
      if packaged.hidden > 0 {
        result.warnings.append(
          "\(text) begins \(decimal(packaged.hidden, digits: 3)) s before it is shown; players that ignore edit lists show that part, too"
        )
      }
      if let rotation = packaged.track.matrix.rotation, rotation != 0 {
        result.warnings.append(
          "\(text) is rotated by \(rotation)°, which not all players of streams do; boxwalk transcode --upright rotates its frames"
        )
      }
      if !packaged.isIndependent {
        result.warnings.append(
          "\(text) has segments that cannot be decoded without the one before (open groups of pictures)"
        )
      }
    }
  }
}
