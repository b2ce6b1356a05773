import FieldCoding
import ISOBMFF
import Movie

extension Edit {
  /// Gives tracks a timescale in which the media times at the start and the end of a part of the presentation are whole
  /// ticks, to half a millisecond: with 25 ticks per second, frames would be shown up to 20 ms too early or too late,
  /// and FFmpeg would leave out one that is shown for a part of a tick. The ticks of audio are samples, and stay.
  ///
  /// - Parameters:
  ///   - part: the part in the movie's timescale.
  ///   - movieIndex: the index of the `moov` box.
  /// - Returns: the numbers of new ticks that old ones have, by `track_ID`, for tracks that change.
  mutating func refineMediaTimescales(
    for part: Range<Int64>, of movie: MovieFile, at movieIndex: Int
  ) -> [UInt32: Int64] {
    var factors: [UInt32: Int64] = [:]
    var children = file.boxes[movieIndex].children
    for track in movie.tracks where track.handlerType != "soun" {
      guard
        let factor = track.factor(for: part, movieTimescale: movie.header?.timescale ?? 0),
        let index = children.firstIndex(where: {
          $0.type == "trak" && $0.children.first(TrackHeaderBox.self)?.trackID == track.id
        }), children[index].multiplyMediaTicks(by: factor)
      else { continue }
      factors[track.id] = Int64(factor)
    }
    file.boxes[movieIndex].children = children
    return factors
  }
}

extension Track {
  /// How many new ticks an old one needs so that the media times at both ends of a part of the presentation are exact
  /// to half a millisecond; nil if they are.
  fileprivate func factor(for part: Range<Int64>, movieTimescale: UInt32) -> UInt32? {
    guard movieTimescale > 0, timescale > 0, timescale < 1000 else { return nil }
    let times = [part.lowerBound, part.upperBound].compactMap {
      secondsInEdit(at: $0, Double(movieTimescale))
    }
    let factor = (1...1000 / timescale + 1).first { factor in
      let scale = Double(timescale * factor)
      return times.allSatisfy { abs(($0 * scale).rounded() / scale - $0) <= 0.5e-3 }
    }
    return factor.flatMap { $0 > 1 ? $0 : nil }
  }

  /// The time since the start of the edit that shows a moment; nil if none shows it at the usual speed.
  private func secondsInEdit(at moment: Int64, _ movieTimescale: Double) -> Double? {
    guard let edit = editList.edits.last(where: { $0.start <= moment }) else {
      let seconds = Double(moment) / movieTimescale
      return editList.isEmpty && seconds * Double(timescale) < Double(composedEnd) ? seconds : nil
    }
    guard edit.mediaTime != nil, edit.rate == 1 << 16 else { return nil }
    let elapsed = moment - edit.start
    if let duration = edit.duration, elapsed >= duration { return nil }
    return Double(elapsed) / movieTimescale
  }
}

extension Box {
  /// Multiplies the ticks per second of the media of a `trak` box, and all of its times; false if they do not fit.
  fileprivate mutating func multiplyMediaTicks(by factor: UInt32) -> Bool {
    var changed = self
    var fits = true
    func multiplied(_ table: FieldTable) -> FieldTable {
      FieldTable(
        columns: table.columns,
        rows: table.rowValues.map { row in
          let product = row[1].multipliedSaturating(by: Int64(factor))
          fits = fits && UInt32(exactly: product.magnitude).map { $0 < 1 << 31 } ?? false
          return [row[0], product]
        })
    }
    changed.change(["mdia", "mdhd"]) { box in
      guard var header = box[MediaHeaderBox.self] else { return false }
      header.timescale *= factor
      header.setDuration(header.ticks(header.duration, times: factor))
      box[MediaHeaderBox.self] = header
      return true
    }
    changed.change(["mdia", "minf", "stbl", "stts"]) { box in
      guard let table = box[TimeToSampleBox.self]?.entries else { return false }
      box[TimeToSampleBox.self]?.entries = multiplied(table)
      return true
    }
    changed.change(["mdia", "minf", "stbl", "ctts"]) { box in
      guard let table = box[CompositionOffsetBox.self]?.entries else { return false }
      box[CompositionOffsetBox.self]?.entries = multiplied(table)
      return true
    }
    // Its summary of all composition times is optional.
    changed.change(["mdia", "minf", "stbl"]) { table in
      table.children.removeAll { $0.type == "cslg" }
      return true
    }
    if let list = children.at("edts").first(EditListBox.self) {
      var rows: [[Int64]] = []
      list.entries.forEachRow { _, row in
        let time = row[1] < 0 ? row[1] : row[1].multipliedSaturating(by: Int64(factor))
        rows.append([row[0], time] + row[2...])
      }
      changed.setEdits(rows, repeats: list.header.flags & 1 != 0)
    }
    if fits { self = changed }
    return fits
  }
}

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
    guard let movieIndex = file.boxes.firstIndex("moov"),
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
