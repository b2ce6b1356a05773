import FieldCoding
import ISOBMFF
import Movie
import Text

/// Rules about manifests of DASH.
extension StreamRules {
  static let dash: [StreamRule] = [
    dashAccessPointWrong,
    dashAttributeMissing,
    dashAvailabilityMissing,
    dashBandwidthExceeded,
    dashCodecsDiffer,
    dashCodecsMissing,
    dashDurationDiffers,
    dashDurationMissing,
    dashEventUndeclared,
    dashFrameRateDiffers,
    dashIndexMissing,
    dashKeyDiffers,
    dashMimeTypeMissing,
    dashPeriodNotCovered,
    dashPeriodsMissing,
    dashPeriodsOverlap,
    dashProfileDiffers,
    dashProtectionDataInvalid,
    dashProtectionMissing,
    dashRepresentationTwice,
    dashSetNotAligned,
    dashSizeDiffers,
    dashSyntax,
    dashTemplateConstant,
    dashTimeDiffers,
    dashTimelineGap,
    dashTimelineOverlap,
    dashTrickModeUnknown,
  ]

  static let dashAccessPointWrong = StreamRule(
    "dash-access-point-wrong", .error, "ISO/IEC 23009-1 §5.3.7.2",
    "With startWithSAP 1 or 2, each segment begins with a key frame."
  ) { stream, findings in
    findings.foldEach(stream.representations) { pair, findings in
      let (representation, track) = pair
      guard ["1", "2"].contains(representation.attributes["startWithSAP"]) else { return }
      for segment in track.segments {
        guard let samples = segment.samples, samples.isVideo, samples.count > 0,
          !samples.startsWithKeyFrame
        else { continue }
        findings.add(
          in: segment.name, offset: 0,
          "segments are said to begin with a key frame (startWithSAP), but this one does not")
      }
    }
  }

  static let dashAttributeMissing = StreamRule(
    "dash-attribute-missing", .error, "ISO/IEC 23009-1 §5.3.1.2, §5.3.5.2",
    "A manifest states its profiles and its buffer time; a representation its id and its bandwidth."
  ) { stream, findings in
    guard let manifest = stream.manifest else { return }
    for name in ["profiles", "minBufferTime"] where manifest.root[name] == nil {
      findings.add(at: manifest.root, in: stream, "MPD has no attribute \(name)")
    }
    for (representation, _) in stream.representations {
      for name in ["id", "bandwidth"] where representation.element[name] == nil {
        findings.add(
          at: representation.element, in: stream, "the representation has no attribute \(name)")
      }
    }
  }

  static let dashAvailabilityMissing = StreamRule(
    "dash-availability-missing", .error, "ISO/IEC 23009-1 §5.3.1.2",
    "A live manifest says from when on segments are available, and when it was published."
  ) { stream, findings in
    guard let manifest = stream.manifest, manifest.isLive else { return }
    for name in ["availabilityStartTime", "publishTime"] {
      guard let text = manifest.root[name] else {
        findings.add(at: manifest.root, in: stream, "the manifest is dynamic, but has no \(name)")
        continue
      }
      if StreamDate.seconds(text) == nil {
        findings.add(
          at: manifest.root, in: stream, "\(name) is '\(text.prefix(60))', which is not a date")
      }
    }
  }

  static let dashBandwidthExceeded = StreamRule(
    "dash-bandwidth-exceeded", .warning, "ISO/IEC 23009-1 §5.3.5.2",
    "All segments together do not exceed bandwidth."
  ) { stream, findings in
    for (representation, track) in stream.representations where !track.track.isLive {
      guard let stated = track.track.claims.bandwidth, stated > 0, let sizes = track.sizes else {
        continue
      }
      let duration = sizes.reduce(0) { $0 + $1.seconds }
      // The player has a buffer of this duration before it plays.
      let buffer = stream.manifest?.root.duration("minBufferTime") ?? 0
      let bits = sizes.reduce(0) { $0 + $1.bytes } * 8
      guard duration > 0, Double(bits) > Double(stated) * (duration + buffer) * 1.05 else {
        continue
      }
      findings.add(
        at: representation.element, in: stream,
        "bandwidth is \(grouped(stated)), but segments take \(grouped(Int(min(Double(bits) / duration, 1e15)))) bits a second: players that chose it for their network stall"
      )
    }
  }

  static let dashCodecsDiffer = StreamRule(
    "dash-codecs-differ", .error, "ISO/IEC 23009-1 §5.3.7.2, RFC 6381 §3",
    "codecs names the codecs of the segments."
  ) { stream, findings in
    for (representation, track) in stream.representations
    where representation.attributes["codecs"] != nil {
      let stated = track.track.claims.codecs
      for coded in track.coded where !CodecComparison.matches(coded.codec, stated) {
        findings.add(
          at: representation.element, in: stream,
          "codecs is \"\(stated.joined(separator: ","))\", but segments are coded as \(coded.codec)"
        )
      }
    }
  }

  static let dashCodecsMissing = StreamRule(
    "dash-codecs-missing", .warning, "ISO/IEC 23009-1 §5.3.7.2",
    "A representation of video or audio, or its set, states its codecs."
  ) { stream, findings in
    for (representation, track) in stream.representations
    where representation.attributes["codecs"] == nil
      && (track.track.kind == .video || track.track.kind == .audio)
    {
      findings.add(
        at: representation.element, in: stream,
        "the representation has no codecs: players have to load it to know whether they can play it"
      )
    }
  }

  static let dashDurationDiffers = StreamRule(
    "dash-duration-differs", .warning, "ISO/IEC 23009-1 §5.3.9.6",
    "A segment lasts as long as the manifest states."
  ) { stream, findings in
    findings.foldEach(stream.representations.filter { $0.track.track.kind != .text }) {
      pair, findings in
      let track = pair.track
      for segment in track.segments {
        let stated = segment.segment.duration
        guard let samples = segment.samples, samples.duration > 0, stated > 0,
          segment.segment.start != nil
        else { continue }
        // The last segment of a fixed duration is shorter.
        let isLonger = samples.duration > stated
        guard track.hasTimeline || isLonger,
          abs(samples.duration - stated)
            > (track.hasTimeline
              ? StreamTolerance.duration : max(StreamTolerance.duration, stated / 2))
        else { continue }
        findings.add(
          in: segment.name, offset: 0,
          "the samples of the segment last \(seconds(samples.duration)), but the manifest says \(seconds(stated))"
        )
      }
    }
  }

  static let dashDurationMissing = StreamRule(
    "dash-duration-missing", .error, "ISO/IEC 23009-1 §5.3.1.2",
    "A manifest that does not change says how long it lasts."
  ) { stream, findings in
    guard let manifest = stream.manifest, !manifest.isLive, manifest.duration == nil,
      manifest.periods.last?.element["duration"] == nil
    else { return }
    findings.add(
      at: manifest.root, in: stream, "the manifest is static, but has no mediaPresentationDuration")
  }

  static let dashEventUndeclared = StreamRule(
    "dash-event-undeclared", .warning, "ISO/IEC 23009-1 §5.10.3.2",
    "A manifest names the event messages that segments have (InbandEventStream)."
  ) { stream, findings in
    for (representation, track) in stream.representations {
      var known = Set(
        representation.inherited("InbandEventStream").compactMap { $0["schemeIdUri"] })
      for segment in track.segments {
        for event in segment.events where known.insert(event.scheme).inserted {
          findings.add(
            in: segment.name, path: event.path, offset: event.offset,
            "the manifest does not name events of \(event.scheme.prefix(100)): players ignore them"
          )
        }
      }
    }
  }

  static let dashFrameRateDiffers = StreamRule(
    "dash-frame-rate-differs", .warning, "ISO/IEC 23009-1 §5.3.7.2",
    "frameRate is how many frames there are in a second."
  ) { stream, findings in
    for (representation, track) in stream.representations where track.track.kind == .video {
      guard let stated = track.track.claims.frameRate, let rates = track.frameRates else {
        continue
      }
      let rate = min(max(stated, rates.least), rates.greatest)
      guard abs(stated - rate) > max(0.05, rate * 0.02) else { continue }
      findings.add(
        at: representation.element, in: stream,
        "frameRate is \(decimal(stated)), but there are \(decimal(rate)) frames in a second")
    }
  }

  static let dashIndexMissing = StreamRule(
    "dash-index-missing", .error, "ISO/IEC 23009-1 §5.3.9.2.2",
    "indexRange is where the index (sidx) is."
  ) { stream, findings in
    for (representation, track) in stream.representations {
      guard let range = track.track.indexed?.index else { continue }
      if let problem = track.indexProblem, problem.hasPrefix("has no index") {
        findings.add(
          at: representation.element, in: stream,
          "\(track.track.indexed?.file.name ?? "") \(problem)")
      } else if let found = track.index,
        found.range.lowerBound < range.lowerBound || found.range.upperBound > range.upperBound
      {
        findings.add(
          at: representation.element, in: stream,
          "indexRange is \(range.lowerBound)-\(range.upperBound - 1), but the index is at \(found.range.lowerBound)-\(found.range.upperBound - 1)"
        )
      }
    }
  }

  static let dashKeyDiffers = StreamRule(
    "dash-key-differs", .error, "ISO/IEC 23001-7 §11.2, ISO/IEC 23009-1 §5.8.5.2",
    "cenc:default_KID is the key of the segments (tenc), and value their scheme."
  ) { stream, findings in
    for (representation, track) in stream.representations {
      let encryptions = track.encryptions
      guard let first = encryptions.first else { continue }
      for element in representation.inherited("ContentProtection")
      where element["schemeIdUri"]?.lowercased() == "urn:mpeg:dash:mp4protection:2011" {
        if let stated = element["default_KID"] {
          let digits = Array(stated.lowercased().filter { $0 != "-" })
          let keys = encryptions.compactMap(\.key).map { Array(hexadecimal($0)) }
          if !keys.isEmpty, !keys.contains(digits) {
            findings.add(
              at: element, in: stream,
              "default_KID is \(stated.prefix(60)), but tenc has \(String(keys[0]))")
          }
        }
        if let value = element["value"], let scheme = first.scheme, value != "\(scheme)" {
          findings.add(
            at: element, in: stream,
            "the scheme is stated as \(value.prefix(20)), but samples are encrypted as \(scheme)")
        }
      }
    }
  }

  static let dashMimeTypeMissing = StreamRule(
    "dash-mime-type-missing", .error, "ISO/IEC 23009-1 §5.3.7.2",
    "A representation or its set states its MIME type."
  ) { stream, findings in
    for (representation, _) in stream.representations
    where representation.attributes["mimeType"] == nil {
      findings.add(
        at: representation.element, in: stream,
        "neither the representation nor its set has a mimeType")
    }
  }

  static let dashPeriodNotCovered = StreamRule(
    "dash-period-not-covered", .warning, "ISO/IEC 23009-1 §5.3.9.6",
    "Segments last until the end of their period, and from its start on if no other ones do."
  ) { stream, findings in
    typealias Measured = (times: ClosedRange<Double>, last: Double)

    /// The media times of all segments by their samples, and half of the last one: segments of a fixed duration may begin
    /// early or late by so much.
    func measured(_ track: ExaminedStreamTrack) -> Measured? {
      guard track.listed.last?.start != nil, let first = track.segments.first?.samples,
        let last = track.segments.last?.samples, let start = first.decodeStart,
        last.decodeStart != nil, last.decodeEnd > start
      else { return nil }
      return (start...last.decodeEnd, last.duration / 2)
    }

    /// The same according to the manifest.
    func stated(_ track: ExaminedStreamTrack) -> Measured? {
      guard track.listed.count > 1, let first = track.listed.first?.start,
        let last = track.listed.last, let start = last.start, start + last.duration > first
      else { return nil }
      return (first...start + last.duration, last.duration)
    }

    guard let manifest = stream.manifest, !manifest.isLive else { return }
    let tracks = stream.representations.filter {
      [.video, .audio].contains($0.track.track.kind)
    }
    // Audio may begin later than the video, as it did in the movie.
    let begun = Set(
      tracks.compactMap { pair -> Int? in
        guard let (times, lastOne) = measured(pair.track) ?? stated(pair.track),
          abs(times.lowerBound - pair.track.track.timeOffset) <= max(1, lastOne)
        else { return nil }
        return pair.track.track.period
      })
    for (representation, track) in tracks {
      guard let period = manifest.periods[track.track.period].duration,
        let (times, lastOne) = measured(track) ?? stated(track)
      else { continue }
      let tolerance = max(1, lastOne)
      let late =
        begun.contains(track.track.period)
        ? max(0, times.lowerBound - track.track.timeOffset) : 0
      let duration = late + times.upperBound - times.lowerBound
      guard period - duration > tolerance || duration - period > 2 * tolerance else { continue }
      let text = late > tolerance ? "end after" : "last"
      findings.add(
        at: representation.element, in: stream,
        "segments \(text) \(seconds(duration)), but the period lasts \(seconds(period))")
    }
  }

  static let dashPeriodsMissing = StreamRule(
    "dash-periods-missing", .error, "ISO/IEC 23009-1 §5.3.1.2, §5.3.2.2",
    "A manifest has periods, and those of a static one have sets with representations."
  ) { stream, findings in
    guard let manifest = stream.manifest else { return }
    if manifest.periods.isEmpty {
      findings.add(at: manifest.root, in: stream, "the manifest has no period: nothing is played")
    }
    for period in manifest.periods {
      if period.sets.isEmpty, !manifest.isLive {
        findings.add(
          at: period.element, in: stream,
          "the period has no set of representations: nothing is played in it")
      }
      for set in period.sets where set.representations.isEmpty {
        findings.add(at: set.element, in: stream, "the set has no representation")
      }
    }
  }

  static let dashPeriodsOverlap = StreamRule(
    "dash-periods-overlap", .error, "ISO/IEC 23009-1 §5.3.2.1",
    "A period ends when the next one starts."
  ) { stream, findings in
    guard let manifest = stream.manifest else { return }
    for (period, next) in zip(manifest.periods, manifest.periods.dropFirst()) {
      guard let duration = period.element.duration("duration"),
        abs(period.start + duration - next.start) > StreamTolerance.time
      else { continue }
      let end = period.start + duration
      findings.add(
        at: next.element, in: stream,
        "the period starts at \(seconds(next.start)), but the one before it ends at \(seconds(end)): \(end > next.start ? "both are played at once" : "nothing is played between")"
      )
    }
  }

  static let dashProfileDiffers = StreamRule(
    "dash-profile-differs", .warning, "ISO/IEC 23009-1 §5.3.7.2, RFC 6381 §3",
    "codecs states the profile of the video, and a level that is high enough."
  ) { stream, findings in
    for (representation, track) in stream.representations {
      guard let coded = track.codedVideo,
        let stated = CodecComparison.wrongProfile(coded.codec, track.track.claims.codecs)
      else { continue }
      findings.add(
        at: representation.element, in: stream,
        "codecs says \(stated), but the video is \(coded.codec): a player may choose a stream that it cannot play, or refuse one that it can play"
      )
    }
  }

  static let dashProtectionDataInvalid = StreamRule(
    "dash-protection-data-invalid", .error, "ISO/IEC 23001-7 §11.2.4",
    "cenc:pssh is a pssh box in base64, of the system that schemeIdUri names."
  ) { stream, findings in
    func problem(_ text: String, _ scheme: String) -> String? {
      guard let bytes = Base64.bytes(text) else {
        return "the data of the protection system is not base64"
      }
      let file = BoxFile(Bytes(bytes))
      guard let box = file.boxes.first, box.type == "pssh", file.findings.isEmpty,
        let header = box[ProtectionSystemSpecificHeaderBox.self]
      else { return "the data of the protection system is not a pssh box" }
      let stated =
        scheme.lowercased().split(separator: ":").last.map { $0.filter { $0 != "-" } } ?? ""
      let system = "\(header.systemID)".filter { $0 != "-" }
      guard stated.utf8.count == 32, stated != system else { return nil }
      return "the pssh box belongs to the system \(system), but schemeIdUri names \(stated)"
    }

    var seen: Set<String> = []
    for (representation, _) in stream.representations {
      for element in representation.inherited("ContentProtection")
      where seen.insert(element.path).inserted {
        for data in element.all("pssh") {
          if let problem = problem(data.text, element["schemeIdUri"] ?? "") {
            findings.add(at: data, in: stream, problem)
          }
        }
      }
    }
  }

  static let dashProtectionMissing = StreamRule(
    "dash-protection-missing", .error, "ISO/IEC 23009-1 §5.8.4.1, §5.8.5.2",
    "Representations whose samples are encrypted say so (ContentProtection)."
  ) { stream, findings in
    for (representation, track) in stream.representations where !track.encryptions.isEmpty {
      guard representation.inherited("ContentProtection").isEmpty else { continue }
      findings.add(
        at: representation.element, in: stream,
        "samples are encrypted, but there is no ContentProtection: players do not ask for a key")
    }
  }

  static let dashRepresentationTwice = StreamRule(
    "dash-representation-twice", .error, "ISO/IEC 23009-1 §5.3.5.2",
    "Representations of a period have different ids."
  ) { stream, findings in
    for period in stream.manifest?.periods ?? [] {
      var seen: Set<String> = []
      for representation in period.sets.flatMap(\.representations) {
        guard let id = representation.element["id"], !seen.insert(id).inserted else { continue }
        findings.add(
          at: representation.element, in: stream,
          "the id '\(id.prefix(60))' also belongs to another representation of the period")
      }
    }
  }

  static let dashSetNotAligned = StreamRule(
    "dash-set-not-aligned", .error, "ISO/IEC 23009-1 §5.3.3.2",
    "With segmentAlignment or subsegmentAlignment, segments of a set begin at the same times."
  ) { stream, findings in
    guard let manifest = stream.manifest else { return }
    let sets = Dictionary(
      uniqueKeysWithValues: stream.switchingSets.map { ($0[0].track.set ?? 0, $0) })
    for (number, period) in manifest.periods.enumerated() {
      for (index, set) in period.sets.enumerated() {
        let isAligned = ["segmentAlignment", "subsegmentAlignment"].contains {
          !["false", nil].contains(set.element[$0])
        }
        guard isAligned, let tracks = sets[number << 16 | index], let first = tracks.first else {
          continue
        }
        for other in tracks.dropFirst() {
          guard let pair = first.firstNotAligned(with: other) else { continue }
          findings.add(
            at: other.track.position,
            "segments of the set are said to be aligned, but \(pair.other.name) begins at \(seconds(pair.otherStart)), and \(pair.own.name) at \(seconds(pair.ownStart))"
          )
        }
      }
    }
  }

  static let dashSizeDiffers = StreamRule(
    "dash-size-differs", .warning, "ISO/IEC 23009-1 §5.3.7.2",
    "width and height are those of the frames."
  ) { stream, findings in
    for (representation, track) in stream.representations
    where representation.attributes["sar"] ?? "1:1" == "1:1" {
      let claims = track.track.claims
      guard let width = claims.width, let height = claims.height, let coded = track.codedVideo,
        !coded.shows(width, height)
      else { continue }
      findings.add(
        at: representation.element, in: stream,
        "the size is stated as \(width) × \(height), but the frames have \(coded.width) × \(coded.height)"
      )
    }
  }

  static let dashSyntax = StreamRule(
    "dash-syntax", .error, "ISO/IEC 23009-1 §5.2, §5.3.9",
    "Elements of a manifest have what is needed to find segments."
  ) { stream, findings in
    for problem in stream.manifest?.problems ?? [] {
      findings.add(line: problem.line, of: stream, problem.message)
    }
  }

  static let dashTemplateConstant = StreamRule(
    "dash-template-constant", .error, "ISO/IEC 23009-1 §5.3.9.4.4",
    "A template of several segments has their number or their time."
  ) { stream, findings in
    for (representation, track) in stream.representations
    where track.track.segments.count > 1 && track.track.indexed == nil {
      guard let first = track.track.segments.first, first.resource?.range == nil,
        first.resource != nil,
        first.resource == track.track.segments[1].resource
      else { continue }
      findings.add(
        at: representation.element, in: stream,
        "all segments have the URL '\(first.reference.prefix(100))': $Number$ or $Time$ is missing"
      )
    }
  }

  static let dashTimeDiffers = StreamRule(
    "dash-time-differs", .error, "ISO/IEC 23009-1 §5.3.9.6, §7.2.1",
    "A segment starts at the time that the manifest states: by tfdt, or when its first sample is shown."
  ) { stream, findings in
    findings.foldEach(stream.representations) { pair, findings in
      let track = pair.track
      for segment in track.segments {
        guard let stated = segment.segment.start, let samples = segment.samples, samples.count > 0,
          let decoded = samples.decodeStart
        else { continue }
        // Segments of a fixed duration may begin early or late by half of it.
        let tolerance =
          track.hasTimeline
          ? StreamTolerance.duration : max(StreamTolerance.duration, segment.segment.duration / 2)
        guard abs(decoded - stated) > tolerance, abs(samples.start - stated) > tolerance else {
          continue
        }
        findings.add(
          in: segment.name, offset: 0,
          "the segment starts at \(seconds(samples.start)), but the manifest says \(seconds(stated)): players that seek miss it"
        )
      }
    }
  }

  static let dashTimelineGap = StreamRule(
    "dash-timeline-gap", .warning, "ISO/IEC 23009-1 §5.3.9.6",
    "A time line has no gaps."
  ) { stream, findings in
    for (representation, track) in stream.representations where track.track.kind != .text {
      for (last, next) in zip(track.track.segments, track.track.segments.dropFirst()) {
        guard let start = last.start, let second = next.start,
          second > start + last.duration + StreamTolerance.time
        else { continue }
        findings.add(
          at: representation.element, in: stream,
          "there is nothing from \(seconds(start + last.duration)) to \(seconds(second)), before \(next.reference.prefix(100))"
        )
      }
    }
  }

  static let dashTimelineOverlap = StreamRule(
    "dash-timeline-overlap", .error, "ISO/IEC 23009-1 §5.3.9.6",
    "Segments of a time line do not begin before the one before them ends."
  ) { stream, findings in
    for (representation, track) in stream.representations {
      for (last, next) in zip(track.track.segments, track.track.segments.dropFirst()) {
        guard let start = last.start, let second = next.start,
          second < start + last.duration - 0.001
        else { continue }
        findings.add(
          at: representation.element, in: stream,
          "\(next.reference.prefix(100)) begins at \(seconds(second)), but the segment before it ends at \(seconds(start + last.duration))"
        )
      }
    }
  }

  static let dashTrickModeUnknown = StreamRule(
    "dash-trick-mode-unknown", .warning, "DASH-IF IOP §3.2.9",
    "A trick mode set names its main set, which is in the period."
  ) { stream, findings in
    for period in stream.manifest?.periods ?? [] {
      let ids = Set(period.sets.compactMap { $0.element["id"] })
      for set in period.sets {
        for property in set.element.trickModes {
          let named = (property["value"] ?? "").split(separator: " ").map(String.init)
          for id in named where !ids.contains(id) {
            findings.add(
              at: property, in: stream,
              "the main set \(id.prefix(40)) is not in the period")
          }
        }
      }
    }
  }
}
