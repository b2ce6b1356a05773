import ISOBMFF

/// The durations of a movie and its tracks, computed from the samples that are left.
struct MovieTiming {
  let timescale: UInt32
  /// The duration of the longest track, in the movie's timescale.
  private(set) var duration: UInt64 = 0

  init(timescale: UInt32) { self.timescale = timescale }

  mutating func keep(_ track: Box) {
    keep(track.children.first(TrackHeaderBox.self)?.duration ?? 0)
  }

  fileprivate mutating func keep(_ trackDuration: UInt64) {
    duration = max(duration, trackDuration)
  }

  /// A duration of media in the movie's timescale.
  fileprivate func scaled(_ media: UInt64, from scale: UInt32) -> UInt64 {
    guard scale > 0 else { return 0 }
    let (high, low) = media.multipliedFullWidth(by: UInt64(timescale))
    guard high < UInt64(scale) else { return .max }
    return UInt64(scale).dividingFullWidth((high, low)).quotient
  }
}

extension Box {
  /// Keeps only the first samples in the tables, durations and edits of a `trak` box.
  ///
  /// - Parameter composedEnd: the end of the last of these samples in composition time, in the track's timescale.
  mutating func keepSamples(_ count: Int, until composedEnd: Int64, _ timing: inout MovieTiming) {
    var mediaDuration: UInt64 = 0
    change(["mdia", "minf", "stbl"]) { table in
      table.keepSamples(0..<count)
      mediaDuration = table.sampleDuration
      return true
    }
    var timescale: UInt32 = 0
    change(["mdia", "mdhd"]) { header in
      timescale = header[MediaHeaderBox.self]?.timescale ?? 0
      header[MediaHeaderBox.self]?.duration = mediaDuration
      return true
    }
    var duration = timing.scaled(mediaDuration, from: timescale)
    let end = max(mediaDuration, UInt64(clamping: composedEnd))
    change(["edts", "elst"]) { list in
      guard let edits = list[EditListBox.self]?.entries else { return false }
      let (shorter, total) = edits.endingAt(end) { timing.scaled($0, from: timescale) }
      list[EditListBox.self]?.entries = shorter
      duration = total
      return true
    }
    change(["tkhd"]) { header in
      header[TrackHeaderBox.self]?.duration = duration
      return true
    }
    timing.keep(duration)
  }
}

extension FieldTable {
  /// The edits (`elst`) without media after its end, and their total duration.
  fileprivate func endingAt(
    _ mediaDuration: UInt64, _ scaled: (UInt64) -> UInt64
  ) -> (edits: FieldTable, duration: UInt64) {
    var total: UInt64 = 0
    var rows: [[Int64]] = []
    forEachRow { _, row in
      var row = row
      // An edit without a media time shows nothing for its duration.
      if let start = UInt64(exactly: row[1]) {
        let left = mediaDuration > start ? scaled(mediaDuration - start) : 0
        row[0] = Int64(clamping: min(UInt64(bitPattern: row[0]), left))
      }
      total &+= UInt64(bitPattern: row[0])
      rows.append(row)
    }
    return (FieldTable(columns: columns, rows: rows), total)
  }
}
