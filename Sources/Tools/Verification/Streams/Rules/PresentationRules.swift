import FieldCoding

/// Rules about streams of any kind.
extension StreamRules {
  static let presentations: [StreamRule] = [
    streamAddressRefused,
    streamDocumentUnreadable,
    streamElsewhere,
    streamEventLate,
    streamEventTwice,
    streamSegmentDamaged,
    streamSegmentMissing,
    streamSegmentShort,
    streamSegmentStart,
    streamSegmentTwice,
    streamSegmentUnknown,
    streamSegmentWithoutFragment,
    streamStartChanges,
    streamStartMissing,
    streamStartUnreadable,
    streamTimesBackwards,
    streamTimesGap,
    streamTooManySegments,
    streamTrackUnknown,
  ]

  static let streamAddressRefused = StreamRule(
    "stream-address-refused", .error, "RFC 8216bis §4.1, RFC 3986 §5",
    "URLs lead to files of the stream."
  ) { stream, findings in
    findings.foldEach(stream.tracks) { track, findings in
      for segment in track.segments where segment.segment.resource == nil && !segment.segment.isGap
      {
        findings.add(
          at: segment.position,
          "'\(segment.segment.reference.prefix(200))' does not lead to a file that may be read: a relative URL is expected"
        )
      }
    }
  }

  static let streamDocumentUnreadable = StreamRule(
    "stream-document-unreadable", .error, "RFC 8216bis §4.4.6",
    "Each media playlist that a multivariant playlist names is there, and is one."
  ) { stream, findings in
    for playlist in stream.unread where !playlist.isElsewhere {
      findings.add(at: playlist.position, playlist.message)
    }
  }

  /// Resources that are not requested may be valid: a warning says that they were not checked.
  static let streamElsewhere = StreamRule(
    "stream-elsewhere", .warning, "RFC 8216bis §4.1, RFC 3986 §5",
    "All parts of a stream are below the folder of its document, if that is a local file."
  ) { stream, findings in
    for playlist in stream.unread where playlist.isElsewhere {
      findings.add(at: playlist.position, playlist.message)
    }
    for track in stream.tracks {
      for (start, segment) in track.starts {
        guard let reason = stream.reasonNotToRead(start.resource.url) else { continue }
        findings.add(at: segment.position, "\(track.name(of: start).prefix(200)) is \(reason)")
      }
      let others = track.segments.compactMap { segment in
        segment.segment.resource.flatMap { stream.reasonNotToRead($0.url) }.map {
          (segment, $0)
        }
      }
      guard let (first, reason) = others.first else { continue }
      findings.add(
        at: first.position,
        "\(counted(others.count, "segment")) of \(track.track.name), \(first.name.prefix(200)) being the first, \(others.count == 1 ? "is" : "are") \(reason)"
      )
    }
  }

  static let streamEventLate = StreamRule(
    "stream-event-late", .warning, "ISO/IEC 23009-1 §5.10.3.3, ISO/IEC 23000-19 §7.4.5",
    "Event messages come before the first fragment of a segment."
  ) { stream, findings in
    findings.foldEach(stream.tracks) { track, findings in
      for segment in track.segments {
        for event in segment.events where event.isLate && event.version == 0 {
          findings.add(
            in: segment.name, path: event.path, offset: event.offset,
            "an event message (\(event.scheme)) comes after a fragment: players may not see it in time"
          )
        }
      }
    }
  }

  static let streamEventTwice = StreamRule(
    "stream-event-twice", .warning, "ISO/IEC 23009-1 §5.10.3.3.4",
    "Event messages with one scheme, value and id are the same event."
  ) { stream, findings in
    struct Key: Hashable {
      var scheme, value: String
      var id: UInt32
    }
    findings.foldEach(stream.tracks) { track, findings in
      var seen: [Key: (checksum: UInt32, byteCount: Int)] = [:]
      for segment in track.segments {
        for event in segment.events where !event.isTag {
          let key = Key(scheme: event.scheme, value: event.value, id: event.id)
          let data = (event.checksum, event.byteCount)
          if let first = seen[key], first != data {
            findings.add(
              in: segment.name, path: event.path, offset: event.offset,
              "the event \(key.id) of \(key.scheme) differs from an earlier event with this id: players take both for the same event"
            )
          } else if seen.count < 1 << 16 {
            seen[key] = data
          }
        }
      }
    }
  }

  static let streamSegmentDamaged = StreamRule(
    "stream-segment-damaged", .error, "ISO/IEC 14496-12 §4.2",
    "The boxes of a segment can be read."
  ) { stream, findings in
    findings.foldEach(stream.tracks.filter { $0.track.kind != .keyFrames }) { track, findings in
      for segment in track.segments {
        guard let damage = segment.damage else { continue }
        findings.add(in: segment.name, offset: damage.offset, "the segment is damaged: \(damage)")
      }
    }
  }

  static let streamSegmentMissing = StreamRule(
    "stream-segment-missing", .error, "RFC 8216bis §6.2.1, ISO/IEC 23009-1 §5.3.9",
    "Each segment is at its stated URL."
  ) { stream, findings in
    for track in stream.tracks {
      let missing = track.segments.filter { segment in
        segment.problem != nil
          && segment.segment.resource.flatMap { stream.reasonNotToRead($0.url) } == nil
      }
      // One finding for each reason.
      let byReason = Dictionary(grouping: missing.enumerated()) { $0.element.problem ?? "" }
      let groups = byReason.values.sorted { ($0.first?.offset ?? 0) < ($1.first?.offset ?? 0) }
      findings.foldEach(groups) { group, findings in
        for (_, segment) in group {
          findings.add(at: segment.position, "\(segment.name) \(segment.problem ?? "")")
        }
      }
      if let problem = track.indexProblem, track.index == nil, !problem.hasPrefix("has no index") {
        findings.add(at: track.track.position, "\(track.track.indexed?.file.name ?? "") \(problem)")
      }
    }
  }

  static let streamSegmentShort = StreamRule(
    "stream-segment-short", .warning, "RFC 8216bis §4.4.4.2, ISO/IEC 23009-1 §5.3.9.3",
    "A segment has as many bytes as the document states."
  ) { stream, findings in
    findings.foldEach(stream.tracks) { track, findings in
      for segment in track.segments where segment.missingCount > 0 {
        findings.add(
          at: segment.position,
          "\(segment.name) ends \(counted(segment.missingCount, "byte")) before the stated end of the segment"
        )
      }
    }
  }

  static let streamSegmentStart = StreamRule(
    "stream-segment-start", .warning, "ISO/IEC 23000-19 §7.3.2.3, RFC 8216bis §3",
    "A video segment begins with a key frame."
  ) { stream, findings in
    findings.foldEach(stream.videoTracks) { track, findings in
      for segment in track.segments {
        guard let samples = segment.samples, samples.isVideo, samples.count > 0,
          !samples.startsWithKeyFrame
        else {
          continue
        }
        findings.add(
          in: segment.name, offset: 0,
          "the segment does not begin with a key frame: players that start or change there show nothing until the next one"
        )
      }
    }
  }

  static let streamSegmentTwice = StreamRule(
    "stream-segment-twice", .warning, "RFC 8216bis §6.2.1",
    "A track plays each segment once, unless there is a discontinuity."
  ) { stream, findings in
    findings.foldEach(stream.tracks) { track, findings in
      var seen: [StreamResource: Int] = [:]
      for segment in track.segments {
        guard let resource = segment.segment.resource else { continue }
        let last = seen.updateValue(segment.segment.discontinuity, forKey: resource)
        if last == segment.segment.discontinuity {
          findings.add(
            at: segment.position, "\(segment.name) is played a second time without a discontinuity")
        }
      }
    }
  }

  static let streamSegmentUnknown = StreamRule(
    "stream-segment-unknown", .error, "RFC 8216bis §3.1, ISO/IEC 23009-1 §6",
    "A segment has a format for streams."
  ) { stream, findings in
    /// Audio without a container (RFC 8216bis §3.1.4), and video of DASH, which have no initialization segment.
    func isWithoutContainer(_ text: String) -> Bool {
      text == "MP3 audio" || text == "an unknown format"
    }

    findings.foldEach(stream.tracks.filter { $0.track.kind != .text }) { track, findings in
      for segment in track.segments {
        guard case .other(let text) = segment.content,
          segment.segment.initialization != nil || !isWithoutContainer(text)
        else { continue }
        findings.add(
          at: segment.position, "\(segment.name) is \(text), which stream players do not know")
      }
    }
  }

  static let streamSegmentWithoutFragment = StreamRule(
    "stream-segment-without-fragment", .error, "RFC 8216bis §3.1.2, ISO/IEC 23009-1 §6.3.4.2",
    "A segment of boxes has at least one fragment (moof)."
  ) { stream, findings in
    findings.foldEach(stream.tracks) { track, findings in
      for segment in track.segments
      where segment.content == .boxes && segment.damage == nil && !segment.types.contains("moof")
        && !segment.hasMovie
      {
        findings.add(
          in: segment.name, offset: 0,
          "the segment has no fragment: it is not played (it has \(segment.types.prefix(8).map { "\($0)" }.joined(separator: " ")))"
        )
      }
    }
  }

  static let streamStartChanges = StreamRule(
    "stream-start-changes", .error, "RFC 8216bis §4.4.4.3, ISO/IEC 23009-1 §5.3.9.5.2",
    "The codecs of tracks change only at discontinuities."
  ) { stream, findings in
    for track in stream.tracks {
      for (last, next) in zip(track.listed, track.listed.dropFirst()) {
        guard last.discontinuity == next.discontinuity, let before = last.initialization,
          let after = next.initialization, before != after
        else { continue }
        let (one, other) = (stream.start(before), stream.start(after))
        guard one.problem == nil, other.problem == nil, one.signature != other.signature else {
          continue
        }
        findings.add(
          at: next.position,
          "\(track.name(of: other)) has other tracks (\(other.signature)) than \(track.name(of: one)) (\(one.signature)), without a stated discontinuity"
        )
      }
    }
  }

  static let streamStartMissing = StreamRule(
    "stream-start-missing", .error, "RFC 8216bis §3.1.2, ISO/IEC 23009-1 §5.3.9.5.2",
    "Fragmented segments have an initialization segment."
  ) { stream, findings in
    for track in stream.tracks {
      let first = track.segments.first { segment in
        segment.content == .boxes && segment.segment.initialization == nil && !segment.hasMovie
          && segment.types.contains("moof")
      }
      guard let first else { continue }
      findings.add(
        at: first.position,
        "no initialization segment is stated for \(first.name) (\(stream.manifest == nil ? "EXT-X-MAP" : "Initialization")): players do not know how it is coded"
      )
    }
  }

  static let streamStartUnreadable = StreamRule(
    "stream-start-unreadable", .error, "RFC 8216bis §3.1.2, ISO/IEC 23009-1 §6.3.3",
    "The initialization segment exists, and describes the tracks (moov)."
  ) { stream, findings in
    for track in stream.tracks {
      for (start, segment) in track.starts {
        // The content of an encrypted initialization segment, or of one of WebM, is unknown.
        if let problem = start.problem, stream.reasonNotToRead(start.resource.url) == nil,
          start.bytes == nil || !segment.isSealed && !segment.isWebM
        {
          findings.add(at: segment.position, "\(track.name(of: start)) \(problem)")
        }
      }
    }
  }

  static let streamTimesBackwards = StreamRule(
    "stream-times-backwards", .error, "ISO/IEC 14496-12 §8.8.12, RFC 8216bis §4.4.4.3",
    "Times of segments increase, unless there is a discontinuity."
  ) { stream, findings in
    findings.foldEach(stream.tracks.filter { $0.track.kind != .keyFrames }) { track, findings in
      for (last, next) in zip(track.segments, track.segments.dropFirst()) {
        guard last.segment.discontinuity == next.segment.discontinuity,
          let before = last.samples?.decodeStart, let start = next.samples?.decodeStart,
          start <= before
        else { continue }
        findings.add(
          in: next.name, offset: 0,
          "the segment starts at \(seconds(start)), but \(last.name) before it at \(seconds(before))"
        )
      }
    }
  }

  static let streamTimesGap = StreamRule(
    "stream-times-gap", .warning, "ISO/IEC 23009-1 §5.3.9.6, RFC 8216bis §4.4.4.3",
    "A segment starts when the one before it ends, unless there is a discontinuity."
  ) { stream, findings in
    findings.foldEach(
      stream.tracks.filter { $0.track.kind != .keyFrames && $0.track.kind != .text }
    ) { track, findings in
      for (last, next) in zip(track.segments, track.segments.dropFirst()) {
        guard last.segment.discontinuity == next.segment.discontinuity, let before = last.samples,
          let begun = before.decodeStart, let start = next.samples?.decodeStart, start > begun,
          abs(start - before.decodeEnd) > StreamTolerance.duration
        else { continue }
        findings.add(
          in: next.name, offset: 0,
          "the segment starts at \(seconds(start)), but \(last.name) before it ends at \(seconds(before.decodeEnd))"
        )
      }
    }
  }

  static let streamTooManySegments = StreamRule(
    "stream-too-many-segments", .warning, "RFC 8216bis §4, ISO/IEC 23009-1 §5.3.9.6",
    "A document has no more segments than a program can check."
  ) { stream, findings in
    for track in stream.tracks { _ = track.segments }
    if let end = stream.end { findings.add(line: 1, of: stream, end) }
  }

  static let streamTrackUnknown = StreamRule(
    "stream-track-unknown", .error, "ISO/IEC 14496-12 §8.8.7",
    "Fragments belong to tracks that the initialization segment describes."
  ) { stream, findings in
    findings.foldEach(stream.tracks) { track, findings in
      for segment in track.segments
      where segment.content == .boxes && segment.types.contains("moof") {
        guard let start = segment.segment.initialization.map({ stream.start($0) }),
          start.problem == nil,
          segment.damage == nil, segment.samples == nil
        else { continue }
        findings.add(
          in: segment.name, offset: 0,
          "the segment has no samples of the tracks that \(track.name(of: start)) describes: it is not played"
        )
      }
    }
  }
}

/// `4.004 s`
func seconds(_ value: Double) -> String {
  guard value.isFinite, abs(value) < 1e12 else { return "\(value) s" }
  return "\((value * 1000).rounded() / 1000) s"
}
