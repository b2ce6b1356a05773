package import FieldCoding
import ISOBMFF

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
    guard let text = Track.text(ofSample: sample), let modifiers = sample.timedTextModifiers
    else { return nil }
    let styles = modifiers.boxes.first("styl")?.opaquePayload
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
    let head = entry.children.first("vttC")?[WebVTTTextBox.self]?.text.string ?? ""
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
        cue.children.first(type)?[WebVTTTextBox.self]?.text.string
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

extension Bytes {
  /// The boxes after the text of a sample (3GPP TS 26.245 §5.17); nil if it does not have the length of the text.
  var timedTextModifiers: BoxFile? {
    guard let length = number(at: 0, size: 2) else { return nil }
    return part(Swift.min(count, 2 + length)..<count).map { BoxFile($0) }
  }
}

extension TextTrack {
  /// What a sample contains beside text and what the specifications put there: the types of other boxes, and data in no
  /// box.
  ///
  /// - Parameter entry: the type of its sample entry.
  package static func unknownData(in sample: Bytes, of entry: FourCC) -> [String] {
    switch entry {
    case "tx3g", "text":
      return sample.timedTextModifiers.map { unknownData(in: $0, modifiers) } ?? []
    case "wvtt":
      let file = BoxFile(sample)
      return unknownData(in: file, cueBoxes)
        + file.boxes.flatMap(\.children).map(\.type).filter { !cueBoxes.contains($0) }
        .map(\.description)
    default: return []
    }
  }

  private static func unknownData(in file: BoxFile, _ known: Set<FourCC>) -> [String] {
    file.boxes.map(\.type).filter { !known.contains($0) }.map(\.description)
      + (file.trailing.isZero ? [] : ["data after the text"])
  }

  /// 3GPP TS 26.245 §5.17.1, and QuickTime File Format, “Text sample data”.
  private static let modifiers: Set<FourCC> = [
    "styl", "hlit", "hclr", "krok", "dlay", "href", "tbox", "blnk", "twrp", "ftab", "drpo", "drpt",
    "imag", "metr", "encd",
  ]
  /// ISO/IEC 14496-30 §7.5.
  private static let cueBoxes: Set<FourCC> = [
    "vttc", "vtte", "vtta", "vsid", "iden", "ctim", "sttg", "payl",
  ]
}

/// Cues as the samples of a track: one after the other without gaps, each with all that is shown during it.
package struct CueSamples {
  /// A sample, with its times in milliseconds.
  package struct Piece {
    package var start: Int64
    package var end: Int64
    /// The numbers of the cues that are shown, in their order.
    package var cues: [Int]
  }

  package let cues: [Cue]
  package let pieces: [Piece]
  /// The numbers of cues that are split over several samples.
  private let split: Set<Int>

  package init(_ cues: [Cue]) {
    self.cues = cues
    func ticks(_ seconds: Double) -> Int64 { Int64((min(max(0, seconds), 1e12) * 1000).rounded()) }
    // Ends come before starts, so that a cue that follows another does not overlap it.
    var events: [(time: Int64, isStart: Bool, cue: Int)] = []
    for (index, cue) in cues.enumerated() where ticks(cue.end) > ticks(cue.start) {
      events.append((ticks(cue.start), true, index))
      events.append((ticks(cue.end), false, index))
    }
    events.sort { ($0.time, $0.isStart ? 1 : 0, $0.cue) < ($1.time, $1.isStart ? 1 : 0, $1.cue) }
    var pieces: [Piece] = []
    var shown: [Int] = []
    var counts: [Int: Int] = [:]
    // The first sample begins with the movie: after an empty edit, FFmpeg shows the last text too briefly.
    var time: Int64 = 0
    for event in events {
      if event.time > time {
        pieces.append(Piece(start: time, end: event.time, cues: shown))
        for cue in shown { counts[cue, default: 0] += 1 }
        time = event.time
      }
      if event.isStart { shown.append(event.cue) } else { shown.removeAll { $0 == event.cue } }
    }
    self.pieces = pieces
    split = Set(counts.filter { $0.value > 1 }.keys)
  }

  /// A sample without a text, for the time between two texts; nil if samples of an entry have no such form.
  package static func empty(of entry: FourCC) -> [UInt8]? {
    switch entry {
    case "tx3g", "text": [0, 0]
    case "wvtt": [0, 0, 0, 8] + Array("vtte".utf8)
    default: nil
    }
  }

  /// A sample of timed text (3GPP TS 26.245 §5.17): its texts, with a line for each cue.
  package func timedText(_ piece: Piece) -> [UInt8] {
    var text = ""
    var faces: [(range: Range<Int>, flags: UInt8)] = []
    for cue in piece.cues {
      if !text.isEmpty { text += "\n" }
      let shift = text.unicodeScalars.count
      let parsed = CueText(cues[cue].text)
      text += parsed.text
      faces += parsed.faces.map {
        ($0.range.lowerBound + shift..<$0.range.upperBound + shift, $0.flags)
      }
    }
    var bytes = Array(text.utf8)
    while bytes.count > Int(UInt16.max) || String(validating: bytes, as: UTF8.self) == nil {
      bytes.removeLast()
    }
    func number(_ value: Int) -> [UInt8] {
      [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
    }
    let kept = faces.filter { $0.range.upperBound <= Int(UInt16.max) }.prefix(1 << 12)
    guard !kept.isEmpty else { return number(bytes.count) + bytes }
    var styles = number(kept.count)
    for face in kept {
      // Font 1, of 18 points, white.
      styles += number(face.range.lowerBound) + number(face.range.upperBound)
      styles += [0, 1, face.flags, 18, 255, 255, 255, 255]
    }
    let box = [0, 0] + number(styles.count + 8) + Array("styl".utf8) + styles
    return number(bytes.count) + bytes + box
  }

  /// A sample of WebVTT (ISO/IEC 14496-30 §7.4): a box for each cue, or one for a gap.
  package func webVTT(_ piece: Piece) throws(FieldError) -> [UInt8] {
    guard !piece.cues.isEmpty else { return CueSamples.empty(of: "wvtt") ?? [] }
    var boxes: [Box] = []
    for index in piece.cues {
      let cue = cues[index]
      var children: [Box] = []
      if split.contains(index) {
        var source = CueSourceIDBox()
        source.sourceID = Int32(clamping: index + 1)
        children.append(Box(source))
      }
      for (type, text) in [("iden", cue.name), ("sttg", cue.settings), ("payl", cue.text)]
        as [(FourCC, String)] where !text.isEmpty || type == "payl"
      {
        children.append(Box(type: type, opaque: Bytes(Array(text.utf8))))
      }
      boxes.append(.container("vttc", children))
    }
    var file = BoxFile(Bytes())
    file.boxes = boxes
    return try file.encoded().bytes
  }
}
