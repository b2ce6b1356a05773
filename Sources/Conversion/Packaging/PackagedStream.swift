import Editing
import FieldCoding
import Files
import ISOBMFF
import Inspection
import Movie
import Streams
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

extension PackagedStream {
  /// Writes segments, playlists and the manifest. The main playlist is the last.
  func write(
    to files: inout StreamFiles, _ result: inout StreamResult, _ progress: (String) -> Void
  ) throws(SystemError) {
    let target = targetDuration
    for packaged in pictures + audio {
      progress("writing \(packaged.name)")
      try packaged.write(to: &files, isSingleFile: options.isSingleFile)
      try files.write(playlist(of: packaged, target).text, packaged.name + ".m3u8")
      if packaged.isVideo {
        try files.write(keyFrames(of: packaged, target).text, packaged.keyFramesName)
      }
      let rate = PlaylistBitRate(packaged.sizes, target: Double(target))
      result.renditions.append(packaged.rendition(rate))
    }
    var textRates: [PlaylistBitRate] = []
    for texts in texts {
      let rate = try write(texts, target, to: &files)
      textRates.append(rate)
      result.renditions.append(
        StreamResult.Rendition(
          name: texts.name, language: texts.language, cueCount: texts.cues.count,
          segmentCount: textStarts.count + 1, peakBitRate: rate.peak,
          averageBitRate: rate.average))
    }
    let manifest = StreamManifest(self, targetDuration: target)
    try files.write(manifest.text, StreamMaker.manifestName)
    try files.write(playlist(target, textRates).text, StreamMaker.playlistName)
  }

  // MARK: Playlists

  private func playlist(of packaged: PackagedTrack, _ target: Int) -> MediaPlaylist {
    var playlist = MediaPlaylist(targetDuration: target)
    let isSingleFile = options.isSingleFile
    playlist.map = packaged.map(isSingleFile)
    playlist.isIndependent = packaged.isIndependent
    playlist.date = date
    playlist.segments = packaged.segments.enumerated().map { number, segment in
      MediaPlaylist.Segment(
        duration: packaged.seconds(segment.end - segment.start),
        url: packaged.url(ofSegment: number, isSingleFile),
        part: isSingleFile ? segment.bytes : nil)
    }
    return playlist
  }

  private func keyFrames(of packaged: PackagedTrack, _ target: Int) -> MediaPlaylist {
    var playlist = MediaPlaylist(targetDuration: target)
    playlist.map = packaged.map(options.isSingleFile)
    playlist.hasKeyFramesOnly = true
    playlist.date = date
    playlist.segments = packaged.keyFrames.map { frame in
      // Offsets count from the start of the file that contains them.
      let start = options.isSingleFile ? 0 : packaged.segments[frame.segment].bytes.lowerBound
      return MediaPlaylist.Segment(
        duration: frame.seconds,
        url: packaged.url(ofSegment: frame.segment, options.isSingleFile),
        part: frame.bytes.lowerBound - start..<frame.bytes.upperBound - start)
    }
    return playlist
  }

  /// Segments of WebVTT with their playlist, and the whole for players of DASH.
  private func write(
    _ texts: StreamTexts, _ target: Int, to files: inout StreamFiles
  ) throws(SystemError) -> PlaylistBitRate {
    var playlist = MediaPlaylist(targetDuration: target)
    var sizes: [(bytes: Int, seconds: Double)] = []
    let times = [0] + textStarts + [max(end, textStarts.last ?? 0)]
    for (number, cues) in texts.segments(textStarts).enumerated() {
      let text = WebVTT.text(of: cues, isSegment: true)
      let name = "\(texts.name)-\(PackagedTrack.number(number)).vtt"
      let seconds = times[number + 1] - times[number]
      try files.write(text, name)
      sizes.append((text.utf8.count, seconds))
      playlist.segments.append(MediaPlaylist.Segment(duration: seconds, url: name))
    }
    try files.write(playlist.text, texts.name + ".m3u8")
    try files.write(TimedTextDocument(texts).text, texts.documentName)
    return PlaylistBitRate(sizes, target: Double(target))
  }

  // MARK: The whole

  private func playlist(_ target: Int, _ textRates: [PlaylistBitRate]) -> MultivariantPlaylist {
    var playlist = MultivariantPlaylist()
    playlist.isIndependent = (pictures + audio).allSatisfy(\.isIndependent)
    let groups = audioGroups
    for group in groups {
      playlist.renditions += renditions(of: group)
    }
    playlist.renditions += textRenditions
    let beside = PlaylistBitRate.most(of: textRates)
    let hasTexts = !texts.isEmpty
    func rate(_ packaged: PackagedTrack) -> PlaylistBitRate {
      PlaylistBitRate(packaged.sizes, target: Double(target))
    }
    for group in groups.isEmpty ? [nil] : groups.map(Optional.some) {
      let audio = PlaylistBitRate.most(of: group?.tracks.map(rate) ?? [])
      let codecs = group.map { $0.codecs } ?? []
      for packaged in pictures {
        var variant = packaged.variant(rate(packaged) + audio + beside, options)
        variant.codecs += codecs
        variant.audio = group?.name
        variant.texts = hasTexts ? "subtitles" : nil
        playlist.variants.append(variant)
      }
      guard pictures.isEmpty, let group, let first = group.tracks.first else { continue }
      var variant = MultivariantPlaylist.Variant(
        rate: audio + beside, codecs: codecs, url: first.name + ".m3u8")
      variant.audio = group.name
      variant.texts = hasTexts ? "subtitles" : nil
      playlist.variants.append(variant)
    }
    playlist.keyFrames = pictures.map { packaged in
      let sizes = packaged.keyFrames.map { (bytes: $0.bytes.count, seconds: $0.seconds) }
      var variant = packaged.variant(PlaylistBitRate(sizes, target: Double(target)), options)
      variant.url = packaged.keyFramesName
      return variant
    }
    return playlist
  }

  /// Audio with the same coding. Users choose within a group; players choose among groups.
  private struct AudioGroup {
    var name: String
    var tracks: [PackagedTrack]
    var codecs: [String]
  }

  private var audioGroups: [AudioGroup] {
    var groups: [AudioGroup] = []
    for packaged in audio {
      let codec = packaged.attributes.codec
      let family = codec.split(separator: ".").prefix(2).joined(separator: ".")
      let name = "audio-\(family)"
      if let index = groups.firstIndex(where: { $0.name == name }) {
        groups[index].tracks.append(packaged)
        if !groups[index].codecs.contains(codec) { groups[index].codecs.append(codec) }
      } else {
        groups.append(AudioGroup(name: name, tracks: [packaged], codecs: [codec]))
      }
    }
    return groups
  }

  /// A note if not all groups have the same renditions: a player that cannot play one coding does not offer its languages.
  var noteOnAudio: String? {
    let groups = audioGroups.map { group in
      (codecs: group.codecs, names: renditions(of: group).map(\.name))
    }
    guard groups.contains(where: { Set($0.names) != Set(groups[0].names) }) else { return nil }
    let parts = groups.map { group in
      "\(group.codecs.joined(separator: ", ")) for \(group.names.joined(separator: ", "))"
    }
    return
      "audio has different codings (\(parts.joined(separator: "; "))): players offer only the tracks of one coding; boxwalk transcode --audio aac makes them alike"
  }

  private func renditions(of group: AudioGroup) -> [MultivariantPlaylist.Rendition] {
    var names = RenditionNames()
    let first = group.tracks.firstIndex { $0.track.isEnabled } ?? 0
    return group.tracks.enumerated().map { index, packaged in
      let language = RenditionLanguage.tag(of: packaged.track)
      var rendition = MultivariantPlaylist.Rendition(
        kind: .audio, group: group.name,
        name: names.name(packaged.track.title ?? language ?? "Audio"), language: language,
        isDefault: index == first, url: packaged.name + ".m3u8")
      let channels = packaged.attributes.channels
      if channels > 0 {
        rendition.channels = packaged.attributes.hasObjects ? "16/JOC" : "\(channels)"
      }
      return rendition
    }
  }

  private var textRenditions: [MultivariantPlaylist.Rendition] {
    var names = RenditionNames()
    return texts.map { texts in
      MultivariantPlaylist.Rendition(
        kind: .texts, group: "subtitles",
        name: names.name(texts.title ?? texts.language ?? "Subtitles"),
        language: texts.language, isDefault: texts.isDefault, url: texts.name + ".m3u8")
    }
  }
}

/// Names from which users choose; all of them are different.
private struct RenditionNames {
  private var taken: Set<String> = []

  mutating func name(_ wanted: String) -> String {
    var name = wanted
    var number = 1
    while !taken.insert(name).inserted {
      number += 1
      name = "\(wanted) \(number)"
    }
    return name
  }
}
