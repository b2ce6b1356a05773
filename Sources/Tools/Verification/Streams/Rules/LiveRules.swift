/// Rules about the changes of a live playlist.
extension StreamRules {
  /// Rules about changes in playlists of live streams. Only a monitor can check them.
  public static let live: [PlaylistChangeRule] = [
    liveDiscontinuitySequence,
    liveEndTakenBack,
    liveSegmentChanged,
    liveSegmentsGone,
    liveSequenceBackwards,
    liveStalled,
    liveTargetChanged,
  ]

  static let liveDiscontinuitySequence = PlaylistChangeRule(
    "live-discontinuity-sequence", .error, "RFC 8216bis §6.2.2, §4.4.3.3",
    "EXT-X-DISCONTINUITY-SEQUENCE counts the discontinuities of removed segments."
  ) { change, findings in
    guard let (number, old, new) = change.common.first else { return }
    let before = change.last.media.discontinuitySequence + old.discontinuity
    let after = change.next.media.discontinuitySequence + new.discontinuity
    guard before != after else { return }
    findings.add(
      in: change.next.name,
      line: change.next.whole.first("EXT-X-DISCONTINUITY-SEQUENCE")?.line ?? 1,
      "segment \(number) belonged to discontinuity \(before), and now belongs to \(after): players lose the times of tracks"
    )
  }

  static let liveEndTakenBack = PlaylistChangeRule(
    "live-end-taken-back", .error, "RFC 8216bis §4.4.3.4",
    "A playlist that has ended does not continue."
  ) { change, findings in
    guard change.last.media.hasEnd, !change.next.media.hasEnd || change.endOfNext > change.endOfLast
    else { return }
    findings.add(
      in: change.next.name, line: 1,
      "the playlist had ended (EXT-X-ENDLIST), and now continues: players do not read it again")
  }

  static let liveSegmentChanged = PlaylistChangeRule(
    "live-segment-changed", .error, "RFC 8216bis §6.2.1",
    "A listed segment keeps its URL, its duration and its byte range."
  ) { change, findings in
    for (number, old, new) in change.common
    where old.url != new.url || abs(old.duration - new.duration) > 0.0005
      || old.range != new.range
    {
      findings.add(
        in: change.next.name, line: new.line,
        "segment \(number) was \(old.url) of \(seconds(old.duration)), and is now \(new.url) of \(seconds(new.duration))"
      )
    }
  }

  static let liveSegmentsGone = PlaylistChangeRule(
    "live-segments-gone", .error, "RFC 8216bis §4.4.3.5, §6.2.2",
    "Segments are removed only from the start, and never from an EVENT playlist."
  ) { change, findings in
    let (last, next) = (change.last.media, change.next.media)
    if last.type == "EVENT", next.mediaSequence > last.mediaSequence {
      findings.add(
        in: change.next.name, line: 1,
        "the playlist has the type EVENT, but its first segments are gone")
    }
    guard next.skipped == 0, change.endOfNext < change.endOfLast else { return }
    findings.add(
      in: change.next.name, line: 1,
      "the last segment was number \(change.endOfLast - 1), and is now number \(change.endOfNext - 1): segments at the end are gone"
    )
  }

  static let liveSequenceBackwards = PlaylistChangeRule(
    "live-sequence-backwards", .error, "RFC 8216bis §6.2.2",
    "The number of the first segment never decreases."
  ) { change, findings in
    let (last, next) = (change.last.media.mediaSequence, change.next.media.mediaSequence)
    guard next < last else { return }
    findings.add(
      in: change.next.name, line: change.next.whole.first("EXT-X-MEDIA-SEQUENCE")?.line ?? 1,
      "EXT-X-MEDIA-SEQUENCE was \(last), and is now \(next): players take old segments for new ones"
    )
  }

  static let liveStalled = PlaylistChangeRule(
    "live-stalled", .warning, "RFC 8216bis §6.2.1",
    "A new segment comes within one and a half target durations."
  ) { change, findings in
    guard let target = change.next.media.targetDuration, !change.next.media.hasEnd,
      change.secondsWithoutNews > 1.5 * Double(max(1, target))
    else { return }
    findings.add(
      in: change.next.name, line: 1,
      "there is no new segment after number \(change.endOfNext - 1): players stall")
  }

  static let liveTargetChanged = PlaylistChangeRule(
    "live-target-changed", .error, "RFC 8216bis §4.4.3.1",
    "The target duration does not change."
  ) { change, findings in
    guard let last = change.last.media.targetDuration, let next = change.next.media.targetDuration,
      last != next
    else { return }
    findings.add(
      in: change.next.name, line: change.next.whole.first("EXT-X-TARGETDURATION")?.line ?? 1,
      "the target duration was \(last) s, and is now \(next) s")
  }
}
