import FieldCoding
import ISOBMFF

/// Rules about media playlists of HLS and their segments.
extension StreamRules {
  static let hlsPlaylists: [StreamRule] = [
    hlsDateDiffers,
    hlsDateMissing,
    hlsDateRangeIncomplete,
    hlsDiscontinuitiesDiffer,
    hlsDurationDiffers,
    hlsDurationsDrift,
    hlsEncryptionMissing,
    hlsEncryptionUnstated,
    hlsEndMissing,
    hlsHoldBackShort,
    hlsIndependenceUnstated,
    hlsKeyFramesRare,
    hlsKeyIncomplete,
    hlsLengthsDiffer,
    hlsMethodDiffers,
    hlsPartDependent,
    hlsPartHoldBack,
    hlsPartLong,
    hlsPartShort,
    hlsPartTargetMissing,
    hlsPartsDiffer,
    hlsSegmentLong,
    hlsSegmentsDependent,
    hlsSegmentsMissing,
    hlsSequenceLate,
    hlsSpliceUnreadable,
    hlsSyntax,
    hlsTablesMissing,
    hlsTagTwice,
    hlsTargetDurationMissing,
    hlsTargetsDiffer,
    hlsVersionTooLow,
  ]

  static let hlsDateDiffers = StreamRule(
    "hls-date-differs", .warning, "RFC 8216bis §4.4.4.6",
    "Dates of segments advance with their durations, unless there is a discontinuity."
  ) { stream, findings in
    findings.foldEach(stream.playlists) { playlist, findings in
      var expected: (date: Double, discontinuity: Int)?
      for segment in playlist.media.segments {
        if let date = segment.date, let last = expected,
          last.discontinuity == segment.discontinuity,
          abs(date - last.date) > 1
        {
          findings.add(
            in: playlist.name, line: segment.line,
            "EXT-X-PROGRAM-DATE-TIME is \(seconds(abs(date - last.date))) \(date < last.date ? "earlier" : "later") than the durations before it say"
          )
        }
        expected = (segment.date ?? expected?.date).map {
          ($0 + segment.duration, segment.discontinuity)
        }
      }
    }
  }

  static let hlsDateMissing = StreamRule(
    "hls-date-missing", .note, "HLS authoring specification §8",
    "Live playlists say when segments were recorded."
  ) { stream, findings in
    for playlist in stream.playlists
    where !playlist.media.hasEnd && !playlist.media.segments.isEmpty {
      guard playlist.media.segments.allSatisfy({ $0.date == nil }) else { continue }
      findings.add(
        in: playlist.name, line: 1,
        "the live playlist has no EXT-X-PROGRAM-DATE-TIME: players cannot keep tracks in step after a break"
      )
    }
  }

  static let hlsDateRangeIncomplete = StreamRule(
    "hls-date-range-incomplete", .error, "RFC 8216bis §4.4.5.1",
    "A date range has an identifier and a start, and does not end before it."
  ) { stream, findings in
    for playlist in stream.playlists {
      var known: Set<String> = []
      for tag in playlist.media.dateRanges {
        let attributes = tag.attributes
        guard let id = attributes["ID"] else {
          findings.add(in: playlist.name, line: tag.line, "the date range has no ID")
          continue
        }
        let isFirst = known.insert(id).inserted
        let start = attributes["START-DATE"].flatMap { StreamDate.seconds($0) }
        if isFirst, start == nil {
          findings.add(
            in: playlist.name, line: tag.line,
            "the date range '\(id.prefix(60))' has no valid START-DATE")
        }
        if let duration = attributes.number("DURATION"), duration < 0 {
          findings.add(
            in: playlist.name, line: tag.line,
            "the date range '\(id.prefix(60))' lasts \(seconds(duration))")
        }
        if let start, let end = attributes["END-DATE"].flatMap({ StreamDate.seconds($0) }),
          end < start
        {
          findings.add(
            in: playlist.name, line: tag.line,
            "the date range '\(id.prefix(60))' ends before it starts")
        }
      }
      if playlist.media.dateRanges.count > 0,
        playlist.media.segments.allSatisfy({ $0.date == nil }), !playlist.media.segments.isEmpty
      {
        findings.add(
          in: playlist.name, line: playlist.media.dateRanges[0].line,
          "there are date ranges, but no EXT-X-PROGRAM-DATE-TIME: players do not know when they are"
        )
      }
    }
  }

  static let hlsDiscontinuitiesDiffer = StreamRule(
    "hls-discontinuities-differ", .error, "RFC 8216bis §6.2.4",
    "Variants have discontinuities at the same segments."
  ) { stream, findings in
    let variants = stream.playlists.filter { $0.entry?.variant != nil && $0.media.hasEnd }
    guard let first = variants.first else { return }
    func count(_ media: HLSMediaPlaylist) -> Int { media.segments.last?.discontinuity ?? 0 }
    for playlist in variants.dropFirst() where count(playlist.media) != count(first.media) {
      findings.add(
        in: playlist.name, line: 1,
        "there are \(counted(count(playlist.media), "discontinuity", "discontinuities")), but \(count(first.media)) in \(first.name): players cannot tell which segments belong together"
      )
    }
  }

  static let hlsDurationDiffers = StreamRule(
    "hls-duration-differs", .warning, "RFC 8216bis §4.4.4.1; HLS authoring specification §7",
    "EXTINF is how long the samples of a segment last."
  ) { stream, findings in
    guard stream.manifest == nil else { return }
    findings.foldEach(
      stream.tracks.filter { $0.track.kind != .keyFrames && $0.track.kind != .text }
    ) { track, findings in
      for segment in track.segments {
        guard let samples = segment.samples, samples.count > 0, samples.duration > 0,
          abs(samples.duration - segment.segment.duration) > StreamTolerance.duration
        else { continue }
        findings.add(
          at: segment.position,
          "EXTINF is \(seconds(segment.segment.duration)), but the samples of \(segment.name) last \(seconds(samples.duration))"
        )
      }
    }
  }

  static let hlsDurationsDrift = StreamRule(
    "hls-durations-drift", .warning, "RFC 8216bis §4.4.4.1",
    "Durations of all segments together are those of their samples."
  ) { stream, findings in
    guard stream.manifest == nil else { return }
    for track in stream.tracks where track.track.kind != .keyFrames && track.track.kind != .text {
      let known = track.segments.filter { ($0.samples?.duration ?? 0) > 0 }
      guard known.count == track.segments.count, known.count > 1 else { continue }
      let media = known.reduce(0) { $0 + ($1.samples?.duration ?? 0) }
      let stated = known.reduce(0) { $0 + $1.segment.duration }
      guard abs(media - stated) > 2 * StreamTolerance.duration, let last = known.last else {
        continue
      }
      findings.add(
        at: last.position,
        "the segments are said to last \(seconds(stated)) together, but their samples last \(seconds(media)): players that seek land elsewhere"
      )
    }
  }

  static let hlsEncryptionMissing = StreamRule(
    "hls-encryption-missing", .error, "RFC 8216bis §4.4.4.4",
    "Segments of boxes with METHOD=SAMPLE-AES have encrypted samples."
  ) { stream, findings in
    for (playlist, track) in stream.mediaPlaylists {
      for (segment, listed) in zip(track.segments, playlist.media.segments)
      where segment.content == .boxes {
        guard let start = segment.segment.initialization.map({ stream.start($0) }),
          start.problem == nil,
          start.encryptions.isEmpty,
          let key = listed.keys.lazy.map({ playlist.media.keys[$0] }).first(where: {
            $0.method.hasPrefix("SAMPLE-AES")
          })
        else { continue }
        findings.add(
          in: playlist.name, line: key.line,
          "METHOD is \(key.method), but \(track.name(of: start)) says nothing about encryption")
        break
      }
    }
  }

  static let hlsEncryptionUnstated = StreamRule(
    "hls-encryption-unstated", .error, "RFC 8216bis §4.4.4.4",
    "Segments whose samples are encrypted have a key."
  ) { stream, findings in
    for (playlist, track) in stream.mediaPlaylists
    where playlist.media.keys.isEmpty && !track.encryptions.isEmpty {
      guard let (start, segment) = track.starts.first(where: { !$0.start.encryptions.isEmpty })
      else { continue }
      findings.add(
        at: segment.position,
        "\(track.name(of: start)) says that samples are encrypted, but there is no EXT-X-KEY: players cannot decrypt them"
      )
    }
  }

  static let hlsEndMissing = StreamRule(
    "hls-end-missing", .error, "RFC 8216bis §4.4.3.4, §4.4.3.5",
    "A playlist that does not change (VOD) has an end."
  ) { stream, findings in
    for playlist in stream.playlists where playlist.media.type == "VOD" && !playlist.media.hasEnd {
      findings.add(
        in: playlist.name, line: playlist.whole.first("EXT-X-PLAYLIST-TYPE")?.line ?? 1,
        "the playlist is VOD, but has no EXT-X-ENDLIST: players take it for a live stream, and wait for more"
      )
    }
  }

  static let hlsHoldBackShort = StreamRule(
    "hls-hold-back-short", .error, "RFC 8216bis §4.4.3.8",
    "HOLD-BACK is at least three target durations, and CAN-SKIP-UNTIL at least six."
  ) { stream, findings in
    for playlist in stream.playlists {
      guard let target = playlist.media.targetDuration, let control = playlist.media.serverControl
      else { continue }
      for (name, least) in [("HOLD-BACK", 3.0), ("CAN-SKIP-UNTIL", 6.0)] {
        guard let stated = control.attributes.number(name), stated < least * Double(target) else {
          continue
        }
        findings.add(
          in: playlist.name, line: control.line,
          "\(name) is \(seconds(stated)), less than \(decimal(least)) target durations of \(target) s"
        )
      }
    }
  }

  static let hlsIndependenceUnstated = StreamRule(
    "hls-independence-unstated", .note, "HLS authoring specification §8",
    "Playlists whose segments are independent say so."
  ) { stream, findings in
    let isStated = stream.multivariant?.isIndependent ?? false
    for (playlist, track) in stream.mediaPlaylists
    where !isStated && !playlist.media.isIndependent && track.hasVideo
      && track.track.kind != .keyFrames
    {
      let samples = track.segments.compactMap(\.samples)
      guard !samples.isEmpty, samples.allSatisfy(\.startsWithKeyFrame) else { continue }
      findings.add(
        in: playlist.name, line: 1,
        "each segment begins with a key frame, but EXT-X-INDEPENDENT-SEGMENTS is missing: players change variants more slowly"
      )
    }
  }

  static let hlsKeyFramesRare = StreamRule(
    "hls-key-frames-rare", .note, "HLS authoring specification §1.13",
    "Video has a key frame at least every two seconds."
  ) { stream, findings in
    guard stream.manifest == nil else { return }
    findings.foldEach(stream.videoTracks) { track, findings in
      var last: (time: Double, discontinuity: Int)?
      for segment in track.segments {
        guard let samples = segment.samples, samples.isVideo else { continue }
        for time in samples.keyFrames {
          if let before = last, before.discontinuity == segment.segment.discontinuity,
            time - before.time > 2.1
          {
            findings.add(
              in: segment.name, offset: 0,
              "there is no key frame for \(seconds(time - before.time)) before \(seconds(time)): players start and change variants late"
            )
          }
          last = (time, segment.segment.discontinuity)
        }
      }
    }
  }

  static let hlsKeyIncomplete = StreamRule(
    "hls-key-incomplete", .error, "RFC 8216bis §4.4.4.4",
    "A key has a known method, a URL, and an initialisation vector of 128 bits."
  ) { stream, findings in
    let methods: Set<String> = [
      "NONE", "AES-128", "AES-256", "AES-256-CTR", "SAMPLE-AES", "SAMPLE-AES-CTR",
    ]

    func problem(_ attributes: PlaylistAttributes) -> String? {
      guard let method = attributes["METHOD"] else { return "the key has no METHOD" }
      guard methods.contains(method) else {
        return "METHOD is '\(method.prefix(40))', which is unknown"
      }
      if method == "NONE" {
        return attributes.names.count > 1 ? "METHOD is NONE, but there are other attributes" : nil
      }
      if attributes["URI"] == nil {
        return "the key has no URI: players cannot decrypt the segments"
      }
      if let vector = attributes["IV"] {
        let digits = vector.dropFirst(2)
        guard vector.hasPrefix("0x") || vector.hasPrefix("0X"), digits.utf8.count == 32,
          digits.allSatisfy(\.isHexDigit)
        else { return "IV is '\(vector.prefix(60))', not 0x and 32 hexadecimal digits" }
      }
      return nil
    }

    findings.foldEach(stream.playlists) { playlist, findings in
      for key in playlist.media.keys {
        if let problem = problem(key.attributes) {
          findings.add(in: playlist.name, line: key.line, problem)
        }
      }
    }
    for tag in stream.multivariant?.keys ?? [] {
      let attributes = tag.attributes
      let text =
        attributes["METHOD"] == "NONE" ? "EXT-X-SESSION-KEY has METHOD=NONE" : problem(attributes)
      if let text { findings.add(line: tag.line, of: stream, text) }
    }
  }

  static let hlsLengthsDiffer = StreamRule(
    "hls-lengths-differ", .warning, "RFC 8216bis §6.2.4",
    "Variants have the same duration."
  ) { stream, findings in
    let variants = stream.playlists.filter { $0.entry?.variant != nil && $0.media.hasEnd }
    guard let first = variants.first else { return }
    for playlist in variants.dropFirst() {
      let (one, other) = (first.media.duration, playlist.media.duration)
      guard abs(one - other) > max(0.5, Double(first.media.targetDuration ?? 1) / 2) else {
        continue
      }
      findings.add(
        in: playlist.name, line: 1,
        "the playlist lasts \(seconds(other)), but \(first.name) lasts \(seconds(one))")
    }
  }

  static let hlsMethodDiffers = StreamRule(
    "hls-method-differs", .error, "RFC 8216bis §4.4.4.4, ISO/IEC 23001-7 §4.2",
    "METHOD fits the scheme of encryption: SAMPLE-AES is cbcs, SAMPLE-AES-CTR is cenc."
  ) { stream, findings in
    let schemes = ["SAMPLE-AES": "cbcs", "SAMPLE-AES-CTR": "cenc"]
    for (playlist, track) in stream.mediaPlaylists {
      guard let key = playlist.media.keys.first(where: { schemes[$0.method] != nil }),
        let scheme = schemes[key.method],
        let other = track.encryptions.compactMap(\.scheme).first(where: { "\($0)" != scheme })
      else { continue }
      findings.add(
        in: playlist.name, line: key.line,
        "METHOD is \(key.method), which is \(scheme), but samples are encrypted as \(other)")
    }
  }

  static let hlsPartDependent = StreamRule(
    "hls-part-dependent", .error, "RFC 8216bis §4.4.4.9",
    "A part with INDEPENDENT=YES has a key frame, and is at the offset that the playlist states."
  ) { stream, findings in
    findings.foldEach(stream.mediaPlaylists) { pair, findings in
      let (playlist, track) = pair
      for part in playlist.media.allParts.suffix(256) where !part.isGap {
        guard let resource = stream.url(of: playlist, part.url) else { continue }
        let segment = stream.examined(
          StreamSegment(
            StreamResource(resource, range: part.range), reference: part.url,
            duration: part.duration, DocumentPosition(playlist.name, line: part.line)),
          name: stream.shortName(of: resource),
          start: track.listed.last?.initialization.map { stream.start($0) })
        if let problem = segment.problem {
          findings.add(at: segment.position, "the part \(segment.name) \(problem)")
        } else if part.isIndependent, let samples = segment.samples, samples.isVideo,
          samples.keyFrames.isEmpty
        {
          findings.add(
            at: segment.position, "the part is said to be independent, but has no key frame")
        }
      }
    }
  }

  static let hlsPartHoldBack = StreamRule(
    "hls-part-hold-back", .error, "RFC 8216bis §4.4.3.8",
    "With parts, PART-HOLD-BACK is stated, and is at least twice PART-TARGET."
  ) { stream, findings in
    for playlist in stream.playlists {
      guard let target = playlist.media.partTarget, !playlist.media.allParts.isEmpty else {
        continue
      }
      let control = playlist.media.serverControl
      let stated = control?.attributes.number("PART-HOLD-BACK")
      guard stated ?? 0 < 2 * target else { continue }
      findings.add(
        in: playlist.name, line: control?.line ?? 1,
        stated.map {
          "PART-HOLD-BACK is \(seconds($0)), less than twice PART-TARGET of \(seconds(target))"
        }
          ?? "there are parts, but EXT-X-SERVER-CONTROL has no PART-HOLD-BACK: players do not know how close to the end they may play"
      )
    }
  }

  static let hlsPartLong = StreamRule(
    "hls-part-long", .error, "RFC 8216bis §4.4.4.9",
    "No part lasts longer than PART-TARGET."
  ) { stream, findings in
    findings.foldEach(stream.playlists) { playlist, findings in
      guard let target = playlist.media.partTarget else { return }
      for part in playlist.media.allParts where part.duration > target + 0.0005 {
        findings.add(
          in: playlist.name, line: part.line,
          "the part lasts \(seconds(part.duration)), longer than PART-TARGET of \(seconds(target))")
      }
    }
  }

  static let hlsPartShort = StreamRule(
    "hls-part-short", .warning, "RFC 8216bis §4.4.4.9",
    "Parts last at least 85% of PART-TARGET, except the last one of a segment."
  ) { stream, findings in
    findings.foldEach(stream.playlists) { playlist, findings in
      guard let target = playlist.media.partTarget else { return }
      for segment in playlist.media.segments {
        for part in segment.parts.dropLast()
        where part.duration < 0.85 * target - 0.0005 && !part.isGap {
          findings.add(
            in: playlist.name, line: part.line,
            "the part lasts \(seconds(part.duration)), less than 85% of PART-TARGET of \(seconds(target))"
          )
        }
      }
    }
  }

  static let hlsPartTargetMissing = StreamRule(
    "hls-part-target-missing", .error, "RFC 8216bis §4.4.3.7",
    "A playlist with parts states PART-TARGET."
  ) { stream, findings in
    for playlist in stream.playlists {
      guard let part = playlist.media.allParts.first, playlist.media.partTarget == nil else {
        continue
      }
      findings.add(
        in: playlist.name, line: part.line,
        "there are parts, but no EXT-X-PART-INF with PART-TARGET")
    }
  }

  static let hlsPartsDiffer = StreamRule(
    "hls-parts-differ", .warning, "RFC 8216bis §4.4.4.9",
    "Parts of a segment last as long as the segment."
  ) { stream, findings in
    findings.foldEach(stream.playlists) { playlist, findings in
      for segment in playlist.media.segments where !segment.parts.isEmpty {
        let sum = segment.parts.reduce(0) { $0 + $1.duration }
        guard abs(sum - segment.duration) > StreamTolerance.time else { continue }
        findings.add(
          in: playlist.name, line: segment.line,
          "the segment lasts \(seconds(segment.duration)), but its parts \(seconds(sum)) together")
      }
    }
  }

  static let hlsSegmentLong = StreamRule(
    "hls-segment-long", .error, "RFC 8216bis §4.4.3.1",
    "No segment lasts longer than the target duration, rounded to the nearest second."
  ) { stream, findings in
    findings.foldEach(stream.playlists) { playlist, findings in
      guard let target = playlist.media.targetDuration else { return }
      for segment in playlist.media.segments where segment.duration.rounded() > Double(target) {
        findings.add(
          in: playlist.name, line: segment.line,
          "the segment lasts \(seconds(segment.duration)), longer than the target duration of \(target) s: players may stall"
        )
      }
    }
  }

  static let hlsSegmentsDependent = StreamRule(
    "hls-segments-dependent", .error, "RFC 8216bis §4.4.2.1",
    "With EXT-X-INDEPENDENT-SEGMENTS, decoding can start at each segment."
  ) { stream, findings in
    let isStated = stream.multivariant?.isIndependent ?? false
    findings.foldEach(stream.mediaPlaylists.filter { isStated || $0.playlist.media.isIndependent })
    { pair, findings in
      for segment in pair.track.segments {
        guard let samples = segment.samples, samples.count > 0, !samples.startsWithKeyFrame else {
          continue
        }
        findings.add(
          at: segment.position,
          "segments are said to be independent, but \(segment.name) does not begin with a key frame"
        )
      }
    }
  }

  static let hlsSegmentsMissing = StreamRule(
    "hls-segments-missing", .error, "RFC 8216bis §4.4.4",
    "A media playlist that has ended has segments."
  ) { stream, findings in
    for playlist in stream.playlists where playlist.media.segments.isEmpty && playlist.media.hasEnd
    {
      findings.add(in: playlist.name, line: 1, "the playlist has no segments: nothing is played")
    }
  }

  static let hlsSequenceLate = StreamRule(
    "hls-sequence-late", .error, "RFC 8216bis §4.4.3.2, §4.4.3.3",
    "The numbers of the first segment and discontinuity are stated before segments."
  ) { stream, findings in
    for playlist in stream.playlists {
      var hasBegun = false
      for tag in playlist.whole.tags {
        switch tag.name {
        case "EXTINF", "EXT-X-DISCONTINUITY": hasBegun = true
        case "EXT-X-MEDIA-SEQUENCE" where hasBegun, "EXT-X-DISCONTINUITY-SEQUENCE" where hasBegun:
          findings.add(
            in: playlist.name, line: tag.line,
            "\(tag.name) comes after segments whose numbers it states")
        default: break
        }
      }
    }
  }

  static let hlsSpliceUnreadable = StreamRule(
    "hls-splice-unreadable", .error, "RFC 8216bis §4.4.5.1.1, ANSI/SCTE 35 §9.6",
    "SCTE35-CMD, SCTE35-OUT and SCTE35-IN are messages of SCTE 35 in hexadecimal digits."
  ) { stream, findings in
    func problem(_ text: String) -> String? {
      guard text.hasPrefix("0x") || text.hasPrefix("0X") else { return "does not begin with 0x" }
      let digits = text.dropFirst(2).map(\.hexDigitValue)
      let values = digits.compactMap { $0 }
      guard values.count == digits.count, values.count % 2 == 0 else {
        return "is not a hexadecimal number of whole bytes"
      }
      let bytes = stride(from: 0, to: values.count, by: 2).map {
        UInt8(values[$0] << 4 | values[$0 + 1])
      }
      return SpliceInfoSection.problem(in: Bytes(bytes))
    }

    for playlist in stream.playlists {
      for tag in playlist.media.dateRanges {
        let attributes = tag.attributes
        for name in ["SCTE35-CMD", "SCTE35-OUT", "SCTE35-IN"] {
          guard let text = attributes[name], let problem = problem(text) else { continue }
          findings.add(in: playlist.name, line: tag.line, "\(name) \(problem)")
        }
      }
    }
  }

  static let hlsSyntax = StreamRule(
    "hls-syntax", .error, "RFC 8216bis §4.1, §4.2",
    "Lines of a playlist are URLs, comments, and tags with values of their kind."
  ) { stream, findings in
    for (name, playlist) in stream.allPlaylists {
      for problem in playlist.problems {
        findings.add(in: name, line: problem.line, problem.message)
      }
    }
  }

  static let hlsTablesMissing = StreamRule(
    "hls-tables-missing", .error, "RFC 8216bis §3.1.1",
    "A segment that is a transport stream has tables of its streams (PAT, PMT), or EXT-X-MAP has them."
  ) { stream, findings in
    guard stream.manifest == nil else { return }
    findings.foldEach(stream.tracks) { track, findings in
      for segment in track.segments
      where segment.content == .transportStream && !segment.hasTables {
        findings.add(
          at: segment.position,
          "\(segment.name) does not tell its streams, as it has no PAT or no PMT: it is not played when a player starts with it"
        )
      }
    }
  }

  static let hlsTagTwice = StreamRule(
    "hls-tag-twice", .error, "RFC 8216bis §4.4.1, §4.4.3",
    "A tag that holds for a whole playlist occurs once."
  ) { stream, findings in
    let once: Set<String> = [
      "EXT-X-VERSION", "EXT-X-TARGETDURATION", "EXT-X-MEDIA-SEQUENCE",
      "EXT-X-DISCONTINUITY-SEQUENCE",
      "EXT-X-ENDLIST", "EXT-X-PLAYLIST-TYPE", "EXT-X-I-FRAMES-ONLY", "EXT-X-INDEPENDENT-SEGMENTS",
      "EXT-X-START", "EXT-X-PART-INF", "EXT-X-SERVER-CONTROL", "EXT-X-SKIP",
    ]

    for (name, playlist) in stream.allPlaylists {
      var seen: Set<String> = []
      for tag in playlist.tags where once.contains(tag.name) && !seen.insert(tag.name).inserted {
        findings.add(
          in: name, line: tag.line, "\(tag.name) occurs twice: players may use either")
      }
    }
  }

  static let hlsTargetDurationMissing = StreamRule(
    "hls-target-duration-missing", .error, "RFC 8216bis §4.4.3.1",
    "A media playlist states the target duration."
  ) { stream, findings in
    for playlist in stream.playlists
    where playlist.whole.first("EXT-X-TARGETDURATION") == nil && !playlist.whole.isEmpty {
      findings.add(
        in: playlist.name, line: 1, "EXT-X-TARGETDURATION is missing: players refuse the playlist")
    }
  }

  static let hlsTargetsDiffer = StreamRule(
    "hls-targets-differ", .warning, "RFC 8216bis §6.2.4",
    "Variants have the same target duration."
  ) { stream, findings in
    let variants = stream.playlists.filter {
      $0.entry?.variant != nil && $0.media.targetDuration != nil
    }
    guard let first = variants.first, let target = first.media.targetDuration else { return }
    for playlist in variants.dropFirst() {
      guard let other = playlist.media.targetDuration, other != target else { continue }
      findings.add(
        in: playlist.name, line: playlist.whole.first("EXT-X-TARGETDURATION")?.line ?? 1,
        "the target duration is \(other) s, but \(target) s in \(first.name)")
    }
  }

  static let hlsVersionTooLow = StreamRule(
    "hls-version-too-low", .warning, "RFC 8216bis §8",
    "EXT-X-VERSION is high enough for the tags of a playlist."
  ) { stream, findings in
    func version(_ tag: PlaylistTag, isForLooking: Bool) -> Int {
      switch tag.name {
      case "EXTINF": tag.value.prefix { $0 != "," }.contains(".") ? 3 : 1
      case "EXT-X-BYTERANGE", "EXT-X-I-FRAMES-ONLY": 4
      case "EXT-X-MAP": isForLooking ? 5 : 6
      case "EXT-X-KEY":
        tag.value.contains("KEYFORMAT") || tag.value.contains("SAMPLE-AES")
          ? 5 : tag.value.contains("IV=") ? 2 : 1
      case "EXT-X-DEFINE": 8
      case "EXT-X-SKIP": 9
      default: 1
      }
    }

    for (name, playlist) in stream.allPlaylists {
      guard let stated = playlist.version else { continue }
      let isForLooking = playlist.first("EXT-X-I-FRAMES-ONLY") != nil
      var worst: (version: Int, tag: PlaylistTag)?
      for tag in playlist.tags {
        let needed = version(tag, isForLooking: isForLooking)
        if needed > max(stated, worst?.version ?? 0) { worst = (needed, tag) }
      }
      if let worst {
        findings.add(
          in: name, line: worst.tag.line,
          "\(worst.tag.name) here needs EXT-X-VERSION:\(worst.version), but the playlist is of version \(stated)"
        )
      }
    }
  }
}
