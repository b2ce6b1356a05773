import FieldCoding
package import ISOBMFF

/// The cues of a track of texts: timed text of 3GPP and QuickTime (3GPP TS 26.245), WebVTT and TTML (ISO/IEC
/// 14496-30).
package struct TextTrack {
  package private(set) var cues: [Cue] = []
  /// What the samples say of how the texts look, and cues do not.
  package private(set) var lostLooks: Set<TextLook> = []

  /// Nil for a track of another kind.
  ///
  /// - Parameters:
  ///   - bytes: of the file that has the samples.
  ///   - presented: when the track is presented.
  package init?(_ track: Track, in bytes: Bytes, _ presented: PresentedParts) {
    guard let box = track.sampleEntries.first, TextTrack.entries.contains(box.type) else {
      return nil
    }
    let entry = box.type
    let usual = box[TimedTextSampleEntry.self]?.defaultStyle ?? TimedTextSampleEntry.Style()
    lostLooks = TextTrack.looks(of: box)
    for part in presented.parts {
      for sample in track.samples where cues.count < TextTrack.mostCues {
        guard sample.location == .file(0), let data = bytes.part(sample.fileRange),
          data.count <= TextTrack.longestSample
        else { continue }
        add(data, of: sample, in: part, presented, entry, usual)
      }
    }
    join()
  }

  /// Adds what a part of the presentation shows of a sample.
  private mutating func add(
    _ data: Bytes, of sample: Sample, in part: PresentedParts.Part, _ presented: PresentedParts,
    _ entry: FourCC, _ usual: TimedTextSampleEntry.Style
  ) {
    let stop = sample.compositionTime.addingSaturating(sample.duration)
    guard max(sample.compositionTime, part.media.lowerBound) < min(stop, part.media.upperBound)
    else { return }
    func seconds(_ time: Int64) -> Double {
      Double(presented.time(ofMedia: time, in: part, in: 1_000_000)) / 1_000_000
    }
    let start = seconds(max(sample.compositionTime, part.media.lowerBound))
    let end = seconds(min(stop, part.media.upperBound))
    guard end > start else { return }
    switch entry {
    case "tx3g", "text":
      lostLooks.formUnion(TextLook.looks(ofTimedText: data, usual))
      add(TextTrack.timedText(data), start, end)
    case "wvtt":
      for cue in TextTrack.webVTT(data) { add(cue.text, start, end, cue.settings, cue.name) }
    default:
      let document = TimedTextMarkup(data)
      lostLooks.formUnion(document?.looks ?? [])
      add(document, from: start, to: end)
    }
  }

  package static let entries: Set<FourCC> = ["tx3g", "text", "wvtt", "stpp"]
  /// Films have a few thousand, of some lines each.
  private static let mostCues = 1 << 18
  private static let longestSample = 4 << 20

  private mutating func add(
    _ text: String?, _ start: Double, _ end: Double, _ settings: String = "", _ name: String = ""
  ) {
    guard let text, !text.allSatisfy(\.isWhitespace) else { return }
    cues.append(Cue(start: start, end: end, text: text, settings: settings, name: name))
  }

  /// Times in documents of TTML are those of the track: a sample says which part of them is shown.
  private mutating func add(_ document: TimedTextMarkup?, from start: Double, to end: Double) {
    for cue in document?.cues ?? [] {
      add(cue.text, max(start, cue.start ?? start), min(end, cue.end ?? end))
    }
  }

  /// Joins a text that is shown in several samples, one after the other, to one cue.
  private mutating func join() {
    var joined: [Cue] = []
    var last: [String: Int] = [:]
    for cue in cues where cue.end > cue.start {
      let key = cue.name + "\n" + cue.settings + "\n" + cue.text
      if let index = last[key], abs(joined[index].end - cue.start) < 0.002 {
        joined[index].end = cue.end
      } else {
        last[key] = joined.count
        joined.append(cue)
      }
    }
    cues = joined.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
  }

  /// A text, and after it the styles of its characters (§5.17).
  private static func timedText(_ sample: Bytes) -> String? {
    guard let text = Track.text(ofSample: sample), let length = sample.number(at: 0, size: 2)
    else { return nil }
    let rest = sample.part(2 + length..<sample.count) ?? Bytes()
    let styles = BoxFile(rest).boxes.first { $0.type == "styl" }?.opaquePayload
    guard let styles, styles.count >= 2 else { return Cue.escaped(text) }
    var faces: [(range: Range<Int>, flags: UInt8)] = []
    var position = 2
    while position + 12 <= styles.count, faces.count < 256 {
      if let start = styles.number(at: position, size: 2),
        let end = styles.number(at: position + 2, size: 2), start < end
      {
        faces.append((start..<end, styles[position + 6] & 7))
      }
      position += 12
    }
    return styled(text, faces)
  }

  /// What the sample entry says of all texts: colours other than white, and style sheets and regions of WebVTT.
  private static func looks(of entry: Box) -> Set<TextLook> {
    if let style = entry[TimedTextSampleEntry.self]?.defaultStyle {
      return style.textColor >> 8 == 0xFF_FFFF ? [] : [.colours]
    }
    let head = entry.children.first { $0.type == "vttC" }?[WebVTTTextBox.self]?.text.string ?? ""
    var looks: Set<TextLook> = []
    for line in head.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("STYLE") { looks.insert(.colours) }
      if line.hasPrefix("REGION") { looks.insert(.positions) }
    }
    return looks
  }

  /// Bold, italic and underlined characters between tags.
  private static func styled(_ text: String, _ faces: [(range: Range<Int>, flags: UInt8)]) -> String
  {
    let scalars = Array(text.unicodeScalars)
    var result = ""
    var flags: UInt8 = 0
    func tags(_ flags: UInt8, _ slash: String) -> String {
      let names = [(UInt8(1), "b"), (2, "i"), (4, "u")].filter { flags & $0.0 != 0 }.map(\.1)
      return (slash.isEmpty ? names : names.reversed()).map { "<\(slash)\($0)>" }.joined()
    }
    var run = ""
    for (index, scalar) in scalars.enumerated() {
      let now = faces.first { $0.range.contains(index) }?.flags ?? 0
      if now != flags {
        result += Cue.withReferences(run) + tags(flags, "/") + tags(now, "")
        (run, flags) = ("", now)
      }
      run.unicodeScalars.append(scalar)
    }
    return Cue.withoutEmptyLines(result + Cue.withReferences(run) + tags(flags, "/"))
  }

  /// The cues of a sample of WebVTT: none where nothing is shown (`vtte`).
  private static func webVTT(
    _ sample: Bytes
  ) -> [(text: String, settings: String, name: String)] {
    BoxFile(sample).boxes.filter { $0.type == "vttc" }.compactMap { cue in
      func text(_ type: FourCC) -> String? {
        cue.children.first { $0.type == type }?[WebVTTTextBox.self]?.text.string
      }
      return text("payl").map {
        (
          Cue.withoutEmptyLines($0), Cue.withoutEmptyLines(text("sttg") ?? ""),
          Cue.withoutEmptyLines(text("iden") ?? "")
        )
      }
    }
  }
}
