import FieldCoding
import Files
import Inspection
import Movie
import Streams
import WorkerClient

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
