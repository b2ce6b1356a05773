import ISOBMFF

extension Edit {
  /// Gives a movie the smallest timescale in which moments are whole ticks, to a millionth of a second. Each old
  /// tick becomes a whole number of new ones, so that all edits and durations keep their length.
  mutating func refineTimescale(for moments: [Double]) {
    refineTimescale { scale in
      moments.allSatisfy { abs(($0 * scale).rounded() / scale - $0) <= 0.5e-6 }
    }
  }

  /// The same for at least this number of ticks per second.
  mutating func refineTimescale(toAtLeast least: UInt32) {
    refineTimescale { $0 >= Double(least) }
  }

  /// - Parameter isFine: whether so many ticks per second are enough; with a million they are.
  mutating func refineTimescale(_ isFine: (Double) -> Bool) {
    guard let movieIndex = file.boxes.firstIndex(where: { $0.type == "moov" }),
      let header = file.boxes[movieIndex].children.first(MovieHeaderBox.self), header.timescale > 0
    else { return }
    let most = 1_000_000 / header.timescale + 1
    guard header.timescale < 1_000_000,
      let factor = (1...most).first(where: { isFine(Double(header.timescale * $0)) }), factor > 1
    else { return }
    file.boxes[movieIndex].multiplyMovieTicks(by: factor)
    keepsOffsets = false
  }
}

extension Box {
  /// Multiplies the ticks per second of a `moov` box, and all of its times.
  fileprivate mutating func multiplyMovieTicks(by factor: UInt32) {
    change(["mvhd"]) { box in
      guard var header = box[MovieHeaderBox.self] else { return false }
      header.timescale *= factor
      header.setDuration(header.ticks(header.duration, times: factor))
      header.predefined = header.predefined.map { $0.multipliedReportingOverflow(by: factor) }
        .map { $0.overflow ? .max : $0.partialValue }
      box[MovieHeaderBox.self] = header
      return true
    }
    for index in children.indices where children[index].type == "trak" {
      children[index].change(["tkhd"]) { box in
        guard var header = box[TrackHeaderBox.self] else { return false }
        header.setDuration(header.ticks(header.duration, times: factor))
        box[TrackHeaderBox.self] = header
        return true
      }
      guard let list = children[index].children.at("edts").first(EditListBox.self) else { continue }
      var rows: [[Int64]] = []
      list.entries.forEachRow { _, row in
        rows.append([row[0].multipliedSaturating(by: Int64(factor))] + row[1...])
      }
      children[index].setEdits(rows, repeats: list.header.flags & 1 != 0)
    }
  }
}

extension TimedHeader {
  /// The ticks, multiplied. All ones stand for an unknown duration, and do not change.
  func ticks(_ count: UInt64, times factor: UInt32) -> UInt64 {
    let isUnknown = count == (header.version == 0 ? UInt64(UInt32.max) : .max)
    let (product, overflow) = count.multipliedReportingOverflow(by: UInt64(factor))
    return isUnknown || overflow ? count : product
  }
}
