/// Reads the lines of a playlist, in any order (RFC 8216bis §4).
struct PlaylistReader {
  private(set) var tags: [PlaylistTag] = []
  private(set) var problems: [StreamProblem] = []
  private(set) var version: Int? = 1
  private(set) var multivariant = HLSMultivariantPlaylist()
  private(set) var media = HLSMediaPlaylist()
  private var kinds: (multivariant: Bool, media: Bool) = (false, false)
  /// Whether no line says which kind it is.
  var isEmpty: Bool { !kinds.multivariant && !kinds.media }
  var isMultivariant: Bool { kinds.multivariant && !kinds.media }

  /// The tags that apply to the next URI.
  private var stream: (attributes: PlaylistAttributes, line: Int)?
  private var next = NextSegment()
  /// The end of the last part of each file: a part without an offset starts there.
  private var ends: [String: Int] = [:]
  private var map: Int?
  private var activeKeys: [Int] = []
  private var discontinuity = 0
  private var bitRate: Int?
  private let mostSegments: Int

  private struct NextSegment {
    var duration: Double?
    var line = 0
    var range: (count: Int, start: Int?)?
    var isGap = false
    var date: Double?
    var parts: [HLSMediaPlaylist.Part] = []
  }

  init(mostSegments: Int) { self.mostSegments = mostSegments }

  mutating func report(_ line: Int, _ message: String) {
    if problems.count < 1024 { problems.append(StreamProblem(line: line, message: message)) }
  }

  mutating func read(_ bytes: ArraySlice<UInt8>, _ number: Int) {
    guard !bytes.isEmpty else { return }
    guard bytes.count <= HLSPlaylist.mostInLine else {
      return report(number, "the line has \(counted(bytes.count, "byte")), too many to be read")
    }
    guard let line = String(validating: bytes, as: UTF8.self) else {
      return report(number, "the line is not UTF-8")
    }
    guard line.utf8.first == UInt8(ascii: "#") else { return readURL(line, number) }
    guard line.hasPrefix("#EXT") else { return }
    let colon = line.firstIndex(of: ":")
    let name = String(line[..<(colon ?? line.endIndex)].dropFirst())
    let value = colon.map { String(line[line.index(after: $0)...]) } ?? ""
    let tag = PlaylistTag(name: name, value: value, line: number)
    tags.append(tag)
    read(tag)
  }

  private mutating func read(_ tag: PlaylistTag) {
    switch tag.name {
    case "EXTM3U": break
    case "EXT-X-VERSION": version = integer(tag)
    case "EXT-X-INDEPENDENT-SEGMENTS":
      multivariant.isIndependent = true
      media.isIndependent = true
    case "EXT-X-MEDIA", "EXT-X-STREAM-INF", "EXT-X-I-FRAME-STREAM-INF", "EXT-X-SESSION-DATA",
      "EXT-X-SESSION-KEY":
      kinds.multivariant = true
      readMultivariant(tag)
    case "EXTINF", "EXT-X-BYTERANGE", "EXT-X-DISCONTINUITY", "EXT-X-KEY", "EXT-X-MAP",
      "EXT-X-PROGRAM-DATE-TIME", "EXT-X-GAP", "EXT-X-BITRATE", "EXT-X-PART":
      kinds.media = true
      readSegment(tag)
    case "EXT-X-TARGETDURATION", "EXT-X-MEDIA-SEQUENCE", "EXT-X-DISCONTINUITY-SEQUENCE",
      "EXT-X-ENDLIST", "EXT-X-PLAYLIST-TYPE", "EXT-X-I-FRAMES-ONLY", "EXT-X-PART-INF",
      "EXT-X-SERVER-CONTROL", "EXT-X-DATERANGE", "EXT-X-SKIP", "EXT-X-PRELOAD-HINT",
      "EXT-X-RENDITION-REPORT":
      kinds.media = true
      readMedia(tag)
    default: break
    }
  }

  private mutating func attributes(_ tag: PlaylistTag) -> PlaylistAttributes {
    let attributes = tag.attributes
    if let problem = attributes.problem { report(tag.line, "\(tag.name): \(problem)") }
    return attributes
  }

  private mutating func integer(_ tag: PlaylistTag) -> Int? {
    let number = StreamNumber.whole(tag.value)
    if number == nil {
      report(tag.line, "\(tag.name) is '\(tag.value.prefix(40))', which is not a whole number")
    }
    return number
  }

  private mutating func readMultivariant(_ tag: PlaylistTag) {
    let attributes = attributes(tag)
    switch tag.name {
    case "EXT-X-MEDIA":
      multivariant.renditions.append(
        HLSMultivariantPlaylist.Rendition(attributes: attributes, line: tag.line))
    case "EXT-X-STREAM-INF":
      if let stream { report(stream.line, "no URI follows EXT-X-STREAM-INF") }
      stream = (attributes, tag.line)
    case "EXT-X-I-FRAME-STREAM-INF":
      guard let url = attributes["URI"] else {
        return report(tag.line, "EXT-X-I-FRAME-STREAM-INF has no URI")
      }
      multivariant.keyFrames.append(
        HLSMultivariantPlaylist.Variant(
          attributes: attributes, line: tag.line, url: url, isKeyFrames: true))
    case "EXT-X-SESSION-KEY": multivariant.keys.append(tag)
    default: multivariant.data.append(tag)
    }
  }

  private mutating func readMedia(_ tag: PlaylistTag) {
    switch tag.name {
    case "EXT-X-TARGETDURATION": media.targetDuration = integer(tag)
    case "EXT-X-MEDIA-SEQUENCE": media.mediaSequence = integer(tag) ?? 0
    case "EXT-X-DISCONTINUITY-SEQUENCE": media.discontinuitySequence = integer(tag) ?? 0
    case "EXT-X-ENDLIST": media.hasEnd = true
    case "EXT-X-PLAYLIST-TYPE":
      media.type = tag.value
      if tag.value != "VOD", tag.value != "EVENT" {
        report(tag.line, "EXT-X-PLAYLIST-TYPE is '\(tag.value.prefix(40))', neither VOD nor EVENT")
      }
    case "EXT-X-I-FRAMES-ONLY": media.hasKeyFramesOnly = true
    case "EXT-X-PART-INF": media.partTarget = attributes(tag).number("PART-TARGET")
    case "EXT-X-SERVER-CONTROL": media.serverControl = tag
    case "EXT-X-DATERANGE":
      _ = attributes(tag)
      media.dateRanges.append(tag)
    case "EXT-X-SKIP": media.skipped = attributes(tag).integer("SKIPPED-SEGMENTS") ?? 0
    case "EXT-X-PRELOAD-HINT": media.hints.append(tag)
    default: media.reports.append(tag)
    }
  }

  private mutating func readSegment(_ tag: PlaylistTag) {
    switch tag.name {
    case "EXTINF":
      if next.duration != nil { report(next.line, "no URI follows EXTINF") }
      let text = tag.value.prefix { $0 != "," }
      next.duration = StreamNumber.decimal(text.filter { $0 != " " })
      if next.duration == nil {
        report(tag.line, "EXTINF is '\(text.prefix(40))', which is not a number of seconds")
      }
      (next.duration, next.line) = (max(0, next.duration ?? 0), tag.line)
    case "EXT-X-BYTERANGE":
      next.range = PlaylistReader.range(tag.value)
      if next.range == nil {
        report(
          tag.line, "EXT-X-BYTERANGE is '\(tag.value.prefix(40))', which is not a part of a file")
      }
    case "EXT-X-DISCONTINUITY": discontinuity += 1
    case "EXT-X-KEY": readKey(tag)
    case "EXT-X-MAP": readMap(tag)
    case "EXT-X-PROGRAM-DATE-TIME":
      next.date = StreamDate.seconds(tag.value)
      if next.date == nil {
        report(
          tag.line,
          "EXT-X-PROGRAM-DATE-TIME is '\(tag.value.prefix(40))', which is not a date with a time")
      }
    case "EXT-X-GAP": next.isGap = true
    case "EXT-X-BITRATE": bitRate = integer(tag)
    default: readPart(tag)
    }
  }

  private mutating func readKey(_ tag: PlaylistTag) {
    let key = HLSMediaPlaylist.Key(attributes: attributes(tag), line: tag.line)
    media.keys.append(key)
    if key.method == "NONE" {
      activeKeys = []
      return
    }
    // A key replaces those of the same format.
    activeKeys = activeKeys.filter { media.keys[$0].format != key.format }.suffix(15)
    activeKeys.append(media.keys.count - 1)
  }

  private mutating func readMap(_ tag: PlaylistTag) {
    let attributes = attributes(tag)
    guard let url = attributes["URI"] else { return report(tag.line, "EXT-X-MAP has no URI") }
    var range: Range<Int>?
    if let text = attributes["BYTERANGE"] {
      range = PlaylistReader.range(text).flatMap { byteRange($0, in: url, isMap: true) }
      if range == nil {
        report(tag.line, "BYTERANGE is '\(text.prefix(40))', which is not a part of a file")
      }
    }
    media.maps.append(HLSMediaPlaylist.Map(url: url, range: range, line: tag.line))
    map = media.maps.count - 1
  }

  private mutating func readPart(_ tag: PlaylistTag) {
    let attributes = attributes(tag)
    guard let url = attributes["URI"], let duration = attributes.number("DURATION") else {
      return report(tag.line, "EXT-X-PART needs URI and DURATION")
    }
    let range = attributes["BYTERANGE"].flatMap { PlaylistReader.range($0) }
      .flatMap { byteRange($0, in: url) }
    next.parts.append(
      HLSMediaPlaylist.Part(
        url: url, duration: max(0, duration),
        isIndependent: attributes.isYes("INDEPENDENT"), isGap: attributes.isYes("GAP"),
        range: range, line: tag.line))
  }

  /// `1000@0`: how many bytes, and where.
  private static func range(_ text: String) -> (count: Int, start: Int?)? {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let count = StreamNumber.whole(parts[0]) else {
      return nil
    }
    guard parts.count == 2 else { return (count, nil) }
    return StreamNumber.whole(parts[1]).map { (count, $0) }
  }

  private mutating func byteRange(
    _ range: (count: Int, start: Int?), in url: String, isMap: Bool = false
  ) -> Range<Int>? {
    guard let start = range.start ?? (isMap ? 0 : ends[url]) else { return nil }
    let end = start + range.count
    guard end <= StreamNumber.greatest else { return nil }
    if !isMap { ends[url] = end }
    return start..<end
  }

  private mutating func readURL(_ url: String, _ line: Int) {
    if let stream {
      multivariant.variants.append(
        HLSMultivariantPlaylist.Variant(
          attributes: stream.attributes, line: stream.line, url: url, isKeyFrames: false))
      self.stream = nil
      return
    }
    guard let duration = next.duration else {
      if !isMultivariant { report(line, "there is a URI without EXTINF") }
      return
    }
    guard media.segments.count < mostSegments else {
      media.isCut = true
      return
    }
    var range: Range<Int>?
    if let stated = next.range {
      // Parts of a segment are bytes of the same file.
      if stated.start == nil, ends[url] == nil {
        report(next.line, "EXT-X-BYTERANGE has no offset, and no part of the file comes before it")
      }
      range = byteRange(stated, in: url)
    }
    media.segments.append(
      HLSMediaPlaylist.Segment(
        url: url, duration: duration, range: range, map: map, keys: activeKeys,
        discontinuity: discontinuity, isGap: next.isGap, date: next.date, bitRate: bitRate,
        parts: next.parts, line: next.line))
    next = NextSegment()
  }

  mutating func finish() {
    if let stream { report(stream.line, "no URI follows EXT-X-STREAM-INF") }
    if next.duration != nil { report(next.line, "no URI follows EXTINF") }
    if kinds.multivariant, kinds.media {
      report(1, "the playlist has tags of a multivariant playlist and of a media playlist")
    }
    if isEmpty {
      report(1, "the playlist has neither segments nor variants: nothing is played")
    }
    media.pendingParts = next.parts
  }
}

/// A line of a playlist that says something: a tag with its value (RFC 8216bis §4.1).
public struct PlaylistTag: Sendable {
  /// `EXT-X-MAP`
  public var name: String
  /// The text after the colon; empty if there is no colon.
  public var value: String
  /// The number of the line, from 1.
  public var line: Int

  /// Its value as attributes.
  public var attributes: PlaylistAttributes { PlaylistAttributes(value) }
}

/// `BANDWIDTH=800000,CODECS="avc1.64001f"` (RFC 8216bis §4.2).
public struct PlaylistAttributes: Sendable {
  private var values: [String: String] = [:]
  private var quoted: Set<String> = []
  /// The names in their order.
  public private(set) var names: [String] = []
  /// The problem of the list; nil if there is none.
  public private(set) var problem: String?

  /// Reads a list, as far as it can be read.
  public init(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty, problem == nil { readOne(&rest) }
  }

  private mutating func readOne(_ rest: inout ArraySlice<UInt8>) {
    guard let equals = rest.firstIndex(of: UInt8(ascii: "=")) else {
      problem = "an attribute has no value"
      return
    }
    let name = String(decoding: rest[..<equals], as: UTF8.self)
      .drop { $0 == " " }
    guard !name.isEmpty,
      name.utf8.allSatisfy({ (65...90).contains($0) || (48...57).contains($0) || $0 == 45 })
    else {
      problem = "'\(name.prefix(40))' is not the name of an attribute"
      return
    }
    rest = rest[(equals + 1)...]
    let value: ArraySlice<UInt8>
    if rest.first == UInt8(ascii: "\"") {
      guard let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\"")) else {
        problem = "the value of \(name) has no closing quotation mark"
        return
      }
      value = rest[(rest.startIndex + 1)..<end]
      rest = rest[(end + 1)...]
      quoted.insert(String(name))
    } else {
      value = rest.prefix { $0 != UInt8(ascii: ",") }
      rest = rest[value.endIndex...]
    }
    if let next = rest.first {
      guard next == UInt8(ascii: ",") else {
        problem = "something other than a comma follows the value of \(name)"
        return
      }
      rest = rest.dropFirst()
    }
    guard values[String(name)] == nil else {
      problem = "\(name) occurs twice"
      return
    }
    names.append(String(name))
    values[String(name)] = String(decoding: value, as: UTF8.self)
  }

  /// The value of an attribute, without quotation marks.
  public subscript(name: String) -> String? { values[name] }

  /// Whether a value is in quotation marks.
  public func isQuoted(_ name: String) -> Bool { quoted.contains(name) }

  /// A whole number from 0 to 2⁶⁰.
  public func integer(_ name: String) -> Int? {
    values[name].flatMap { StreamNumber.whole($0) }
  }

  /// A number.
  public func number(_ name: String) -> Double? {
    values[name].flatMap { StreamNumber.decimal($0) }
  }

  /// Whether a value is `YES`.
  public func isYes(_ name: String) -> Bool { values[name] == "YES" }
}
