/// Finds the segments of representations.
struct ManifestTracks {
  let name: String
  let isLive: Bool
  private(set) var problems: [StreamProblem] = []
  private(set) var isCut = false
  /// Segments have no bytes of their own in a manifest, so fewer of them are read than of playlists: enough for a film
  /// of three hours in ten tracks, with one segment for every two seconds.
  private var left = StreamPresentation.mostSegments / 4

  init(name: String, isLive: Bool) { (self.name, self.isLive) = (name, isLive) }

  mutating func report(_ element: ManifestElement, _ message: String) {
    if problems.count < 256 { problems.append(StreamProblem(line: element.line, message: message)) }
  }

  /// The base of the URLs in an element (ISO/IEC 23009-1 §5.6); nil if it may not be read.
  mutating func base(of element: ManifestElement, _ base: DocumentURL?) -> DocumentURL? {
    guard let stated = element.first("BaseURL") else { return base }
    let text = stated.text.filter { !$0.isWhitespace }
    guard let found = base?.resolving(text) else {
      if base != nil {
        report(stated, "BaseURL '\(text.prefix(80))' does not lead to a file that may be read")
      }
      return nil
    }
    // A folder stays one, so that names are added to it.
    return text.hasSuffix("/") && !found.text.hasSuffix("/")
      ? DocumentURL(found.text + "/") : found
  }

  /// The addressing of segments with one element name: attributes of outer elements apply to inner ones.
  private struct Addressing {
    var kind: String
    var attributes: [String: String] = [:]
    var children: [String: ManifestElement] = [:]
    var element: ManifestElement

    func integer(_ name: String) -> Int? { attributes[name].flatMap { StreamNumber.whole($0) } }
    var timescale: Double { Double(max(1, integer("timescale") ?? 1)) }
    /// The time of the media at which the period begins, in seconds.
    var offset: Double { Double(integer("presentationTimeOffset") ?? 0) / timescale }
  }

  private func addressing(_ elements: [ManifestElement]) -> Addressing? {
    for kind in ["SegmentTemplate", "SegmentList", "SegmentBase"] {
      let found = elements.compactMap { $0.first(kind) }
      guard let last = found.last else { continue }
      var addressing = Addressing(kind: kind, element: last)
      for element in found {
        addressing.attributes.merge(element.attributes) { $1 }
        for name in ["SegmentTimeline", "Initialization"] {
          addressing.children[name] = element.first(name) ?? addressing.children[name]
        }
      }
      return addressing
    }
    return nil
  }

  mutating func representation(
    _ element: ManifestElement, in set: ManifestElement, _ period: ManifestElement,
    _ base: DocumentURL?, period number: Int, duration: Double?, set setNumber: Int
  ) -> DASHManifest.Representation {
    let attributes = set.attributes.merging(element.attributes) { $1 }
    let id = element["id"] ?? element.path
    var track = StreamTrack(
      number == 0 ? id : "\(id), period \(number)",
      DocumentPosition(name, line: element.line, element: element.path))
    track.claims = StreamClaims(attributes)
    if let channels = element.first("AudioChannelConfiguration")
      ?? set.first("AudioChannelConfiguration"),
      ["urn:mpeg:dash:23003:3:audio_channel_configuration:2011"].contains(
        channels["schemeIdUri"] ?? "")
    {
      track.claims.channels = channels.integer("value")
    }
    track.kind = ManifestTracks.kind(attributes, set, track.claims)
    (track.isLive, track.set, track.period) = (isLive, setNumber, number)
    track.isWebM = attributes["mimeType"]?.hasSuffix("/webm") ?? false
    let base = self.base(of: element, self.base(of: set, base))
    let scopes = [period, set, element]
    func made() -> DASHManifest.Representation {
      let isSealed = ManifestTracks.isSealed(scopes)
      for index in track.segments.indices {
        (track.segments[index].isSealed, track.segments[index].isWebM) = (isSealed, track.isWebM)
      }
      return DASHManifest.Representation(
        element: element, scopes: scopes, attributes: attributes, track: track)
    }
    guard let addressing = addressing(scopes) else {
      // The representation is a single file.
      if let base, element.first("BaseURL") != nil {
        var segment = StreamSegment(
          StreamResource(base), reference: base.name, duration: duration ?? 0, track.position)
        segment.start = nil
        track.segments = [segment]
      } else {
        report(element, "the representation does not say where its segments are")
      }
      return made()
    }
    track.hasTimeline = addressing.children["SegmentTimeline"] != nil
    track.timeOffset = addressing.offset
    switch addressing.kind {
    case "SegmentTemplate": addTemplate(addressing, element, base, duration, to: &track)
    case "SegmentList": addList(addressing, scopes, base, duration, to: &track)
    default:
      guard let base else { break }
      let initialization = addressing.children["Initialization"]
      track.indexed = StreamTrack.IndexedSegments(
        file: base, index: addressing.attributes["indexRange"].flatMap { ManifestTracks.range($0) },
        initialization: initialization.flatMap { resource($0, "sourceURL", "range", base) },
        offset: addressing.offset)
    }
    return made()
  }

  /// Whether segments are encrypted as a whole (ISO/IEC 23009-4 §6.3).
  private static func isSealed(_ scopes: [ManifestElement]) -> Bool {
    scopes.contains { scope in
      scope.all("ContentProtection").prefix(64).contains {
        $0["schemeIdUri"] == "urn:mpeg:dash:sea:2012"
      }
    }
  }

  private static func kind(
    _ attributes: [String: String], _ set: ManifestElement, _ claims: StreamClaims
  ) -> StreamTrack.Kind {
    if !set.trickModes.isEmpty { return .keyFrames }
    if attributes["mimeType"] == "application/ttml+xml" { return .text }
    let type =
      attributes["contentType"] ?? attributes["mimeType"].map { String($0.prefix { $0 != "/" }) }
    switch type {
    case "video": return .video
    case "audio": return .audio
    case "text": return .text
    default: return claims.codecs.lazy.compactMap { StreamTrack.Kind(codec: $0) }.first ?? .other
    }
  }

  /// `0-1023`: the first and the last byte.
  static func range(_ text: String) -> Range<Int>? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map {
      StreamNumber.whole($0)
    }
    guard parts.count == 2, let first = parts[0], let last = parts[1], last >= first else {
      return nil
    }
    return first..<last + 1
  }

  private func resource(
    _ element: ManifestElement, _ url: String, _ range: String, _ base: DocumentURL?
  ) -> StreamResource? {
    guard let found = element[url].map({ base?.resolving($0) }) ?? base else { return nil }
    return StreamResource(found, range: element[range].flatMap { ManifestTracks.range($0) })
  }

  // MARK: Times

  /// The times of segments, in ticks.
  private mutating func times(
    _ addressing: Addressing, count: Int?, _ duration: Double?
  ) -> [(start: Int, duration: Int)] {
    if let timeline = addressing.children["SegmentTimeline"] {
      return times(of: timeline, addressing, duration)
    }
    guard let ticks = addressing.integer("duration"), ticks > 0 else { return [] }
    let length = Double(ticks) / addressing.timescale
    let all =
      count ?? duration.map { Int(min(max(0, ($0 / length - 1e-6).rounded(.up)), 1e9)) } ?? 0
    let first = addressing.integer("presentationTimeOffset") ?? 0
    let kept = min(all, left)
    if all > kept { isCut = true }
    left -= kept
    return (0..<kept).map { number in
      let (offset, overflow) = number.multipliedReportingOverflow(by: ticks)
      return (overflow ? StreamNumber.greatest : min(first + offset, StreamNumber.greatest), ticks)
    }
  }

  private mutating func times(
    of timeline: ManifestElement, _ addressing: Addressing, _ duration: Double?
  ) -> [(start: Int, duration: Int)] {
    var times: [(start: Int, duration: Int)] = []
    var time = 0
    let rows = timeline.all("S")
    for (index, row) in rows.enumerated() {
      guard left > 0 else {
        isCut = true
        return times
      }
      time = row.integer("t") ?? time
      guard let length = row.integer("d"), length > 0 else {
        report(row, "S has no duration (d)")
        left -= 1
        continue
      }
      var repeats = row["r"].flatMap { Int($0) } ?? 0
      if repeats < 0 {
        let end: Int? =
          index + 1 < rows.count
          ? rows[index + 1].integer("t")
          : duration.map { Int(min(($0 + addressing.offset) * addressing.timescale, 1e15)) }
        repeats = end.map { max(0, ($0 - time + length - 1) / length - 1) } ?? 0
      }
      var added = 0
      while added <= repeats {
        guard left > 0 else {
          isCut = true
          return times
        }
        left -= 1
        times.append((time, length))
        time = min(time + length, StreamNumber.greatest)
        added += 1
      }
    }
    return times
  }

  // MARK: Segments

  private mutating func addTemplate(
    _ addressing: Addressing, _ element: ManifestElement, _ base: DocumentURL?,
    _ duration: Double?, to track: inout StreamTrack
  ) {
    let values = (id: element["id"] ?? "", bandwidth: element.integer("bandwidth") ?? 0)
    guard let media = addressing.attributes["media"] else {
      return report(addressing.element, "SegmentTemplate has no media")
    }
    guard let template = SegmentTemplateText(media, values.id) else {
      return report(addressing.element, "the template '\(media.prefix(80))' cannot be read")
    }
    if let ticks = addressing.integer("duration") {
      track.targetDuration = Double(ticks) / addressing.timescale
    }
    let start = addressing.attributes["initialization"]
      .flatMap { SegmentTemplateText($0, values.id) }
      .flatMap { base?.resolving($0.text(values.bandwidth, number: 0, time: 0)) }
      .map { StreamResource($0) }
    let first = addressing.integer("startNumber") ?? 1
    let last = addressing.integer("endNumber")
    let times = times(addressing, count: last.map { max(0, $0 - first + 1) }, duration)
    track.segments = times.enumerated().map { index, time in
      let reference = template.text(
        values.bandwidth, number: first + index, time: time.start)
      var segment = StreamSegment(
        base?.resolving(reference).map { StreamResource($0) }, reference: reference,
        duration: Double(time.duration) / addressing.timescale, track.position)
      segment.start = Double(time.start) / addressing.timescale
      segment.initialization = start
      return segment
    }
  }

  private mutating func addList(
    _ addressing: Addressing, _ elements: [ManifestElement], _ base: DocumentURL?,
    _ duration: Double?, to track: inout StreamTrack
  ) {
    guard
      let list = elements.compactMap({ $0.first("SegmentList") }).last(where: {
        $0.first("SegmentURL") != nil
      })
    else { return }
    let urls = list.all("SegmentURL")
    let start = addressing.children["Initialization"].flatMap {
      resource($0, "sourceURL", "range", base)
    }
    let times = times(addressing, count: urls.count, duration)
    track.segments = zip(urls, times).map { url, time in
      var segment = StreamSegment(
        resource(url, "media", "mediaRange", base), reference: url["media"] ?? base?.name ?? "",
        duration: Double(time.duration) / addressing.timescale,
        DocumentPosition(name, line: url.line, element: url.path))
      segment.start = Double(time.start) / addressing.timescale
      segment.initialization = start
      return segment
    }
    // Without times, one segment has all.
    if times.isEmpty, let url = urls.first {
      var segment = StreamSegment(
        resource(url, "media", "mediaRange", base), reference: url["media"] ?? "",
        duration: duration ?? 0,
        DocumentPosition(name, line: url.line, element: url.path))
      segment.initialization = start
      track.segments = [segment]
    }
  }
}

extension StreamClaims {
  /// The properties in the attributes of a representation.
  init(_ attributes: [String: String]) {
    func integer(_ name: String) -> Int? { attributes[name].flatMap { StreamNumber.whole($0) } }
    bandwidth = integer("bandwidth")
    codecs = (attributes["codecs"] ?? "").split(separator: ",").map {
      String($0.drop { $0 == " " })
    }
    (width, height) = (integer("width"), integer("height"))
    if let rate = attributes["frameRate"] {
      let parts = rate.split(separator: "/").compactMap { StreamNumber.decimal($0) }
      frameRate = parts.count == 2 && parts[1] > 0 ? parts[0] / parts[1] : parts.first
    }
    language = attributes["lang"]
  }
}
