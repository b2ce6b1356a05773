package import FieldCoding
import ISOBMFF

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
