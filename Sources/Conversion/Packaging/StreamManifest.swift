import Inspection
import Movie
import Streams
import Text

/// The manifest of DASH for the same segments (ISO/IEC 23009-1).
struct StreamManifest {
  private let program: PackagedStream
  private let targetDuration: Int

  init(_ program: PackagedStream, targetDuration: Int) {
    self.program = program
    self.targetDuration = targetDuration
  }

  var text: String {
    let profile =
      program.options.isSingleFile
      ? "urn:mpeg:dash:profile:isoff-on-demand:2011" : "urn:mpeg:dash:profile:isoff-live:2011"
    var period = StreamManifestElement("Period", ["id": "1", "start": "PT0S"])
    var sets: [StreamManifestElement] = []
    for group in pictureGroups { sets.append(set(of: group, number: sets.count + 1)) }
    for packaged in program.audio { sets.append(audioSet(packaged, number: sets.count + 1)) }
    for texts in program.texts { sets.append(set(of: texts, number: sets.count + 1)) }
    for set in sets { period.append(set) }
    var document = StreamManifestElement(
      "MPD",
      [
        "xmlns": "urn:mpeg:dash:schema:mpd:2011",
        "profiles": "\(profile),urn:mpeg:dash:profile:cmaf:2019", "type": "static",
        "mediaPresentationDuration": "PT\(fixed(program.end, digits: 3))S",
        "minBufferTime": "PT\(targetDuration)S",
      ])
    document.append(period)
    return document.document
  }

  // MARK: Frames

  /// Frames between which a player can switch: they have the same coding and range, and segments at the same times.
  private var pictureGroups: [[PackagedTrack]] {
    var groups: [[PackagedTrack]] = []
    for packaged in program.pictures {
      let index = groups.firstIndex { group in
        group[0].attributes.entry == packaged.attributes.entry
          && group[0].attributes.range == packaged.attributes.range
          && group[0].hasSegments(as: packaged)
      }
      if let index { groups[index].append(packaged) } else { groups.append([packaged]) }
    }
    return groups
  }

  private func set(of group: [PackagedTrack], number: Int) -> StreamManifestElement {
    var set = StreamManifestElement(
      "AdaptationSet",
      [
        "id": "\(number)", "contentType": "video", "mimeType": "video/mp4",
        "segmentAlignment": "true", "subsegmentAlignment": "true",
        "startWithSAP": group.allSatisfy(\.isIndependent) ? "1" : "2",
        "maxWidth": group.map(\.attributes.width).max().map { "\($0)" },
        "maxHeight": group.map(\.attributes.height).max().map { "\($0)" },
      ])
    if let colour = group[0].attributes.colour {
      let points = [
        ("ColourPrimaries", colour.primaries), ("TransferCharacteristics", colour.transfer),
        ("MatrixCoefficients", colour.matrix),
      ]
      for (name, value) in points where value != 2 {
        set.append(
          StreamManifestElement(
            "SupplementalProperty",
            ["schemeIdUri": "urn:mpeg:mpegB:cicp:\(name)", "value": "\(value)"]))
      }
    }
    for packaged in group {
      set.append(
        representation(
          packaged,
          [
            "width": "\(packaged.attributes.width)", "height": "\(packaged.attributes.height)",
            "frameRate": packaged.manifestRate.map { StreamManifest.ratio($0) },
          ]))
    }
    return set
  }

  /// `25`, `30000/1001`: a rate as a ratio of whole numbers.
  private static func ratio(_ rate: Double) -> String {
    let whole = rate.rounded()
    if abs(rate - whole) < 0.0005 { return "\(Int(whole))" }
    let nominal = (rate * 1.001).rounded()
    if abs(nominal / 1.001 - rate) < 0.0005 { return "\(Int(nominal) * 1000)/1001" }
    return "\(Int((rate * 1000).rounded()))/1000"
  }

  // MARK: Audio and texts

  private func audioSet(_ packaged: PackagedTrack, number: Int) -> StreamManifestElement {
    var set = StreamManifestElement(
      "AdaptationSet",
      [
        "id": "\(number)", "contentType": "audio", "mimeType": "audio/mp4",
        "lang": RenditionLanguage.tag(of: packaged.track), "segmentAlignment": "true",
        "subsegmentAlignment": "true", "startWithSAP": "1",
      ])
    if packaged.track.isEnabled { set.append(StreamManifest.role("main")) }
    let rate = packaged.attributes.samplesPerSecond
    var representation = representation(
      packaged, ["audioSamplingRate": rate > 0 ? "\(Int(rate))" : nil])
    // Numbers of layouts (ISO/IEC 23091-3), as far as they count channels.
    let layouts = [1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 8: 12]
    if let layout = layouts[packaged.attributes.channels] {
      representation.insert(
        StreamManifestElement(
          "AudioChannelConfiguration",
          [
            "schemeIdUri": "urn:mpeg:mpegB:cicp:ChannelConfiguration", "value": "\(layout)",
          ]))
    }
    set.append(representation)
    return set
  }

  private func set(of texts: StreamTexts, number: Int) -> StreamManifestElement {
    let bits = Double(TimedTextDocument(texts).text.utf8.count * 8)
    let rate = min(max(1, (bits / max(program.end, 0.001)).rounded(.up)), 1e15)
    return StreamManifestElement(
      "AdaptationSet",
      ["id": "\(number)", "mimeType": "application/ttml+xml", "lang": texts.language],
      [
        StreamManifest.role("subtitle"),
        StreamManifestElement(
          "Representation", ["id": texts.name, "bandwidth": "\(Int(rate))"],
          [StreamManifestElement("BaseURL", text: texts.documentName)]),
      ])
  }

  private static func role(_ value: String) -> StreamManifestElement {
    StreamManifestElement("Role", ["schemeIdUri": "urn:mpeg:dash:role:2011", "value": value])
  }

  // MARK: Segments

  private func representation(
    _ packaged: PackagedTrack, _ attributes: KeyValuePairs<String, String?>
  ) -> StreamManifestElement {
    let rate = PlaylistBitRate(packaged.sizes, target: Double(targetDuration))
    var element = StreamManifestElement(
      "Representation",
      [
        "id": packaged.name, "bandwidth": "\(max(1, rate.peak))",
        "codecs": packaged.attributes.codec,
      ])
    element.add(attributes)
    if program.options.isSingleFile {
      element.append(StreamManifestElement("BaseURL", text: packaged.fileName))
      element.append(
        StreamManifestElement(
          "SegmentBase", ["indexRange": packaged.index.map(StreamManifest.range)],
          [
            StreamManifestElement(
              "Initialization", ["range": StreamManifest.range(packaged.initialization)])
          ]))
    } else {
      element.append(
        StreamManifestElement(
          "SegmentTemplate",
          [
            "timescale": "\(packaged.track.timescale)",
            "initialization": packaged.initializationName,
            "media": "\(packaged.name)-$Number%05d$.m4s", "startNumber": "1",
          ], [timeline(of: packaged)]))
    }
    return element
  }

  /// `0-1023`: the first and the last byte.
  private static func range(_ bytes: Range<Int>) -> String {
    "\(bytes.lowerBound)-\(bytes.upperBound - 1)"
  }

  /// Consecutive segments of the same duration are counted.
  private func timeline(of packaged: PackagedTrack) -> StreamManifestElement {
    var rows: [(start: Int64?, duration: Int64, repeats: Int)] = []
    for (index, segment) in packaged.segments.enumerated() {
      let duration = segment.end - segment.start
      if let last = rows.last, last.duration == duration {
        rows[rows.count - 1].repeats += 1
      } else {
        rows.append((index == 0 ? segment.start : nil, duration, 0))
      }
    }
    return StreamManifestElement(
      "SegmentTimeline", [:],
      rows.map { row in
        StreamManifestElement(
          "S",
          [
            "t": row.start.map { "\($0)" }, "d": "\(row.duration)",
            "r": row.repeats > 0 ? "\(row.repeats)" : nil,
          ])
      })
  }
}

extension PackagedTrack {
  /// Whether both have segments at the same times.
  fileprivate func hasSegments(as other: PackagedTrack) -> Bool {
    segments.count == other.segments.count
      && zip(segments, other.segments).allSatisfy { one, two in
        abs(seconds(one.start) - other.seconds(two.start)) < 0.002
      }
  }
}

/// An element of an XML document, as manifests need it.
struct StreamManifestElement {
  var name: String
  private var attributes: [(name: String, value: String)] = []
  private var text: String?
  private var children: [StreamManifestElement] = []

  /// - Parameter attributes: the attributes; those without a value are left out.
  init(
    _ name: String, _ attributes: KeyValuePairs<String, String?> = [:], text: String? = nil,
    _ children: [StreamManifestElement] = []
  ) {
    self.name = name
    self.text = text
    self.children = children
    add(attributes)
  }

  mutating func append(_ child: StreamManifestElement) { children.append(child) }

  /// Inserts an element before the others.
  mutating func insert(_ child: StreamManifestElement) { children.insert(child, at: 0) }

  /// Adds attributes that have a value.
  mutating func add(_ more: KeyValuePairs<String, String?>) {
    attributes += more.compactMap { name, value in value.map { (name, $0) } }
  }

  /// The document that has it as its only element.
  var document: String {
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
    write(to: &lines, indent: "")
    return lines.joined(separator: "\n") + "\n"
  }

  private func write(to lines: inout [String], indent: String) {
    let start =
      indent + "<" + name + attributes.map { " \($0.name)=\"\(markup($0.value))\"" }.joined()
    guard !children.isEmpty else {
      lines.append(text.map { "\(start)>\(markup($0))</\(name)>" } ?? "\(start)/>")
      return
    }
    lines.append(start + ">")
    for child in children { child.write(to: &lines, indent: indent + "  ") }
    lines.append("\(indent)</\(name)>")
  }
}
