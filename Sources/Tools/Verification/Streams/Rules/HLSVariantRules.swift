import Movie

/// Rules about multivariant playlists of HLS: variants, renditions and what is said about them.
extension StreamRules {
  static let hlsVariants: [StreamRule] = [
    hlsAverageBandwidthExceeded,
    hlsBandwidthExceeded,
    hlsBandwidthMissing,
    hlsChannelsDiffer,
    hlsCodecsDiffer,
    hlsCodecsMissing,
    hlsDefaultTwice,
    hlsFrameRateDiffers,
    hlsFrameRateMissing,
    hlsGroupUnknown,
    hlsGroupsDiffer,
    hlsHEVCInTransportStream,
    hlsKeyFrameListMissing,
    hlsKeyFrameListUnmarked,
    hlsKeyFrameListWrong,
    hlsProfileDiffers,
    hlsRenditionIncomplete,
    hlsRenditionNameTwice,
    hlsSampleEntryTag,
    hlsSessionKeyUnused,
    hlsSizeDiffers,
    hlsSizeMissing,
    hlsVariantsNotAligned,
    hlsVideoRangeDiffers,
  ]

  static let hlsAverageBandwidthExceeded = StreamRule(
    "hls-average-bandwidth-exceeded", .warning,
    "RFC 8216bis §4.4.6.2; HLS authoring specification §9",
    "All segments together exceed AVERAGE-BANDWIDTH by at most a tenth."
  ) { stream, findings in
    for variant in stream.variants where !variant.variant.isKeyFrames {
      guard let stated = variant.variant.claims.averageBandwidth, let measured = variant.rate,
        !(variant.track?.track.isLive ?? true), Double(measured.average) > Double(stated) * 1.1
      else { continue }
      findings.add(
        line: variant.variant.line, of: stream,
        "AVERAGE-BANDWIDTH is \(grouped(stated)), but all segments take \(grouped(measured.average)) bits a second"
      )
    }
  }

  /// The standard requires it. But nothing is lost, and fast networks play the stream, so it is a warning.
  static let hlsBandwidthExceeded = StreamRule(
    "hls-bandwidth-exceeded", .warning, "RFC 8216bis §4.4.6.2; HLS authoring specification §9",
    "Segments of half to one and a half target durations exceed BANDWIDTH by at most a tenth: otherwise, the stream stalls in a network without more bandwidth."
  ) { stream, findings in
    for variant in stream.variants where !variant.variant.isKeyFrames {
      guard let stated = variant.variant.claims.bandwidth, let measured = variant.rate,
        !(variant.track?.track.isLive ?? true),
        Double(measured.peak) > Double(stated) * 1.1
      else { continue }
      findings.add(
        line: variant.variant.line, of: stream,
        "BANDWIDTH is \(grouped(stated)), but segments take \(grouped(measured.peak)) bits a second: players that chose it for their network stall, although nothing is lost"
      )
    }
  }

  static let hlsBandwidthMissing = StreamRule(
    "hls-bandwidth-missing", .error, "RFC 8216bis §4.4.6.2",
    "Each variant states its bandwidth."
  ) { stream, findings in
    for variant in stream.variants where variant.variant.claims.bandwidth ?? 0 <= 0 {
      findings.add(
        line: variant.variant.line, of: stream,
        "the variant has no BANDWIDTH, which players need to choose")
    }
  }

  static let hlsChannelsDiffer = StreamRule(
    "hls-channels-differ", .warning, "RFC 8216bis §4.4.6.1",
    "CHANNELS is how many channels the audio has."
  ) { stream, findings in
    for (playlist, track) in stream.mediaPlaylists {
      guard let entry = playlist.entry, let stated = entry.claims.channels,
        let audio = track.codedAudio,
        stated != audio.channels, !audio.hasObjects
      else { continue }
      findings.add(
        line: entry.line, of: stream,
        "CHANNELS is \(stated), but \(playlist.name) has \(counted(audio.channels, "channel"))")
    }
  }

  static let hlsCodecsDiffer = StreamRule(
    "hls-codecs-differ", .error, "RFC 8216bis §4.4.6.2, RFC 6381 §3",
    "CODECS lists each codec of video and audio in the variant."
  ) { stream, findings in
    for variant in stream.variants where variant.variant.attributes["CODECS"] != nil {
      let stated = variant.variant.claims.codecs
      let tracks = [variant.track].compactMap { $0 } + variant.audio
      for track in tracks {
        for coded in track.coded where !CodecComparison.matches(coded.codec, stated) {
          findings.add(
            line: variant.variant.line, of: stream,
            "CODECS is \"\(stated.joined(separator: ","))\", but \(track.track.name) is coded as \(coded.codec)"
          )
        }
      }
    }
  }

  static let hlsCodecsMissing = StreamRule(
    "hls-codecs-missing", .warning, "RFC 8216bis §4.4.6.2; HLS authoring specification §9",
    "Each variant states its codecs."
  ) { stream, findings in
    for variant in stream.variants where variant.variant.attributes["CODECS"] == nil {
      findings.add(
        line: variant.variant.line, of: stream,
        "the variant has no CODECS: players have to load it to know whether they can play it")
    }
  }

  static let hlsDefaultTwice = StreamRule(
    "hls-default-twice", .error, "RFC 8216bis §4.4.6.1.1",
    "At most one rendition of a group is the default, and players choose the default automatically."
  ) { stream, findings in
    var seen: Set<[String]> = []
    for rendition in stream.multivariant?.renditions ?? []
    where rendition.attributes.isYes("DEFAULT") {
      if !seen.insert([rendition.type, rendition.group]).inserted {
        findings.add(
          line: rendition.line, of: stream, "the group '\(rendition.group)' has a second default")
      }
      if rendition.attributes["AUTOSELECT"] == "NO" {
        findings.add(
          line: rendition.line, of: stream, "the default '\(rendition.name)' has AUTOSELECT=NO")
      }
    }
  }

  static let hlsFrameRateDiffers = StreamRule(
    "hls-frame-rate-differs", .warning, "RFC 8216bis §4.4.6.2",
    "FRAME-RATE is the greatest number of frames in a second."
  ) { stream, findings in
    for variant in stream.variants where !variant.variant.isKeyFrames {
      guard let stated = variant.variant.claims.frameRate,
        let rates = variant.track?.frameRates
      else { continue }
      let rate = min(max(stated, rates.most), rates.greatest)
      guard abs(stated - rate) > max(0.05, rate * 0.02) else { continue }
      findings.add(
        line: variant.variant.line, of: stream,
        "FRAME-RATE is \(decimal(stated)), but there are \(decimal(rate)) frames in a second")
    }
  }

  static let hlsFrameRateMissing = StreamRule(
    "hls-frame-rate-missing", .note, "HLS authoring specification §9",
    "Each video variant states how many frames there are in a second."
  ) { stream, findings in
    for variant in stream.variants
    where !variant.variant.isKeyFrames && variant.variant.attributes["FRAME-RATE"] == nil
      && variant.track?.codedVideo != nil
    {
      findings.add(
        line: variant.variant.line, of: stream, "the variant has video, but no FRAME-RATE")
    }
  }

  static let hlsGroupUnknown = StreamRule(
    "hls-group-unknown", .error, "RFC 8216bis §4.4.6.2",
    "A variant names existing groups of renditions."
  ) { stream, findings in
    guard let multivariant = stream.multivariant else { return }
    let groups = Set(multivariant.renditions.map { "\($0.type) \($0.group)" })
    for variant in multivariant.variants + multivariant.keyFrames {
      for type in ["AUDIO", "VIDEO", "SUBTITLES", "CLOSED-CAPTIONS"] {
        guard let group = variant.attributes[type], type != "CLOSED-CAPTIONS" || group != "NONE",
          !groups.contains("\(type) \(group)")
        else { continue }
        findings.add(
          line: variant.line, of: stream,
          "the variant names the group '\(group)' of \(type), which no EXT-X-MEDIA has: the variant plays without it"
        )
      }
    }
  }

  static let hlsGroupsDiffer = StreamRule(
    "hls-groups-differ", .warning, "RFC 8216bis §4.4.6.2.1",
    "Groups of one type have renditions of the same names."
  ) { stream, findings in
    for type in ["AUDIO", "VIDEO", "SUBTITLES"] {
      let all = stream.multivariant?.renditions.filter { $0.type == type } ?? []
      let groups = Dictionary(grouping: all, by: \.group).sorted {
        ($0.value.first?.line ?? 0) < ($1.value.first?.line ?? 0)
      }
      guard let first = groups.first else { continue }
      let names = Set(first.value.map(\.name))
      for group in groups.dropFirst() where Set(group.value.map(\.name)) != names {
        findings.add(
          line: group.value.first?.line ?? 1, of: stream,
          "the group '\(group.key)' of \(type) has other renditions than '\(first.key)': a player that changes the group loses the choice of the user"
        )
      }
    }
  }

  static let hlsHEVCInTransportStream = StreamRule(
    "hls-hevc-in-transport-stream", .error, "HLS authoring specification §1.5",
    "HEVC is in CMAF segments."
  ) { stream, findings in
    for variant in stream.variants {
      let codecs = variant.variant.claims.codecs + (variant.track?.coded.map(\.codec) ?? [])
      guard
        let codec = codecs.first(where: {
          $0.hasPrefix("hvc1") || $0.hasPrefix("hev1") || $0.hasPrefix("dvh")
        }),
        let segment = variant.track?.segments.first(where: { $0.content == .transportStream })
      else { continue }
      findings.add(
        at: segment.position,
        "\(segment.name) is a transport stream with \(codec), which Apple's players do not play")
    }
  }

  static let hlsKeyFrameListMissing = StreamRule(
    "hls-key-frame-list-missing", .note, "HLS authoring specification §6",
    "Video streams have playlists of key frames."
  ) { stream, findings in
    guard let multivariant = stream.multivariant, multivariant.keyFrames.isEmpty,
      !stream.videoTracks.isEmpty,
      let first = multivariant.variants.first
    else { return }
    findings.add(
      line: first.line, of: stream,
      "there is no EXT-X-I-FRAME-STREAM-INF: players show no frames while a viewer seeks"
    )
  }

  static let hlsKeyFrameListUnmarked = StreamRule(
    "hls-key-frame-list-unmarked", .error, "RFC 8216bis §4.4.6.3",
    "Only playlists that EXT-X-I-FRAME-STREAM-INF names have EXT-X-I-FRAMES-ONLY."
  ) { stream, findings in
    for playlist in stream.playlists {
      guard let entry = playlist.entry,
        (entry.kind == .keyFrames) != playlist.media.hasKeyFramesOnly
      else { continue }
      findings.add(
        in: playlist.name, line: 1,
        playlist.media.hasKeyFramesOnly
          ? "the playlist has only key frames, but is played as a full variant"
          : "the playlist is named as a key frame playlist, but has no EXT-X-I-FRAMES-ONLY")
    }
  }

  static let hlsKeyFrameListWrong = StreamRule(
    "hls-key-frame-list-wrong", .error, "RFC 8216bis §4.4.3.6",
    "Each segment of a key frame playlist begins with a key frame."
  ) { stream, findings in
    findings.foldEach(stream.mediaPlaylists.filter { $0.playlist.media.hasKeyFramesOnly }) {
      pair, findings in
      for segment in pair.track.segments
      where segment.byteCount != nil {
        guard !(segment.samples?.startsWithKeyFrame ?? false), !segment.segment.isSealed else {
          continue
        }
        findings.add(
          at: segment.position,
          "no key frame begins where the playlist says, in \(segment.name): players show nothing while they seek"
        )
      }
    }
  }

  static let hlsProfileDiffers = StreamRule(
    "hls-profile-differs", .warning, "RFC 8216bis §4.4.6.2, RFC 6381 §3",
    "CODECS states the profile of the video, and a level that is high enough."
  ) { stream, findings in
    for variant in stream.variants {
      guard let coded = variant.track?.codedVideo,
        let stated = CodecComparison.wrongProfile(coded.codec, variant.variant.claims.codecs)
      else { continue }
      findings.add(
        line: variant.variant.line, of: stream,
        "CODECS says \(stated), but the video is \(coded.codec): a player may choose a stream that it cannot play, or refuse one that it can play"
      )
    }
  }

  static let hlsRenditionIncomplete = StreamRule(
    "hls-rendition-incomplete", .error, "RFC 8216bis §4.4.6.1",
    "A rendition states its type, group and name, and the attributes that its type needs."
  ) { stream, findings in
    for rendition in stream.multivariant?.renditions ?? [] {
      let missing = ["TYPE", "GROUP-ID", "NAME"].filter { rendition.attributes[$0] == nil }
      func report(_ text: String) { findings.add(line: rendition.line, of: stream, text) }
      if !missing.isEmpty { report("EXT-X-MEDIA has no \(missing.joined(separator: " and no "))") }
      switch rendition.type {
      case "SUBTITLES" where rendition.url == nil:
        report("subtitles have no URI: there is nothing to show")
      case "CLOSED-CAPTIONS" where rendition.url != nil:
        report("closed captions have a URI, but they are in the video segments")
      case "CLOSED-CAPTIONS" where rendition.attributes["INSTREAM-ID"] == nil:
        report("closed captions have no INSTREAM-ID: players do not know which captions these are")
      case "AUDIO", "VIDEO", "SUBTITLES", "CLOSED-CAPTIONS", "": break
      default: report("TYPE is '\(rendition.type.prefix(40))', which is unknown")
      }
    }
  }

  static let hlsRenditionNameTwice = StreamRule(
    "hls-rendition-name-twice", .error, "RFC 8216bis §4.4.6.1.1",
    "Renditions of a group have different names."
  ) { stream, findings in
    var seen: Set<[String]> = []
    for rendition in stream.multivariant?.renditions ?? []
    where !seen.insert([rendition.type, rendition.group, rendition.name]).inserted {
      findings.add(
        line: rendition.line, of: stream,
        "the group '\(rendition.group)' has a second rendition '\(rendition.name)': users cannot tell them apart"
      )
    }
  }

  static let hlsSampleEntryTag = StreamRule(
    "hls-sample-entry-tag", .warning, "HLS authoring specification §1.10",
    "The parameter sets of video are in the sample entries: hvc1, avc1, dvh1."
  ) { stream, findings in
    guard stream.manifest == nil else { return }
    for track in stream.videoTracks {
      for (start, segment) in track.starts {
        guard
          let entry = start.entries.first(where: {
            ["hev1", "avc3", "dvhe", "dvav"].contains($0.type)
          })
        else { continue }
        findings.add(
          at: segment.position,
          "video has the sample entry \(entry.type), which Apple's players do not play")
      }
    }
  }

  static let hlsSessionKeyUnused = StreamRule(
    "hls-session-key-unused", .warning, "RFC 8216bis §4.4.6.5",
    "A key of the session is a key of a media playlist."
  ) { stream, findings in
    let used = Set(stream.playlists.flatMap(\.media.keys).compactMap { $0.attributes["URI"] })
    for tag in stream.multivariant?.keys ?? [] {
      guard let url = tag.attributes["URI"], !used.contains(url) else { continue }
      findings.add(
        line: tag.line, of: stream, "no media playlist has the key '\(url.prefix(100))'")
    }
  }

  static let hlsSizeDiffers = StreamRule(
    "hls-size-differs", .warning, "RFC 8216bis §4.4.6.2",
    "RESOLUTION is the size of the frames."
  ) { stream, findings in
    for variant in stream.variants {
      let claims = variant.variant.claims
      guard let width = claims.width, let height = claims.height,
        let coded = variant.track?.codedVideo,
        !coded.shows(width, height)
      else { continue }
      findings.add(
        line: variant.variant.line, of: stream,
        "RESOLUTION is \(width)x\(height), but the frames have \(coded.width) × \(coded.height)")
    }
  }

  static let hlsSizeMissing = StreamRule(
    "hls-size-missing", .warning, "HLS authoring specification §9",
    "Each video variant states the size of its frames."
  ) { stream, findings in
    for variant in stream.variants
    where variant.variant.attributes["RESOLUTION"] == nil && variant.track?.codedVideo != nil {
      findings.add(
        line: variant.variant.line, of: stream, "the variant has video, but no RESOLUTION")
    }
  }

  static let hlsVariantsNotAligned = StreamRule(
    "hls-variants-not-aligned", .warning, "RFC 8216bis §6.2.4",
    "Segments of variants begin at the same times."
  ) { stream, findings in
    guard stream.multivariant != nil else { return }
    for set in stream.switchingSets {
      let videos = set.filter { $0.codedVideo != nil }
      guard let first = videos.first else { continue }
      for other in videos.dropFirst() {
        guard let pair = first.firstNotAligned(with: other) else { continue }
        findings.add(
          at: pair.other.position,
          "\(pair.other.name) begins at \(seconds(pair.otherStart)), but \(pair.own.name) of \(first.track.name) at \(seconds(pair.ownStart)): players cannot change without a break"
        )
      }
    }
  }

  static let hlsVideoRangeDiffers = StreamRule(
    "hls-video-range-differs", .error, "RFC 8216bis §4.4.6.2; HLS authoring specification §9",
    "VIDEO-RANGE is the dynamic range of the bitstream: SDR, HLG or PQ."
  ) { stream, findings in
    for variant in stream.variants {
      guard let coded = variant.track?.codedVideo, coded.colour != nil else { continue }
      let stated = variant.variant.claims.videoRange
      guard stated ?? "SDR" != coded.range.rawValue else { continue }
      findings.add(
        line: variant.variant.line, of: stream,
        "\(stated.map { "VIDEO-RANGE is \($0)" } ?? "VIDEO-RANGE is missing, which means SDR"), but the video is \(coded.range.rawValue): it is shown too dark or too bright"
      )
    }
  }
}
