import ISOBMFF
import Movie

/// The tables and the edits of a track to which the tracks of other movies are appended.
struct JoinedTrack {
  private let track: Track
  private let scale: EditedTimescale
  private let movieTimescale: UInt32
  private let gap: Gap
  private var tables = SampleTableBuilder()
  private var groups: SampleGroupMerging?
  private var entries: [Box]
  private(set) var rows: [[Int64]] = []
  /// The end of the last sample in composition time.
  private var mediaEnd: Int64 = 0
  /// The media times at which the samples of each movie begin.
  private var starts: [Int64] = []

  /// What is presented between two movies.
  private enum Gap {
    case lastSample
    /// A sample without a text: FFmpeg shows texts before an empty edit again.
    case text([UInt8])
    case emptyEdit
  }

  /// The presented duration, in the movie's timescale.
  var duration: UInt64 { rows.reduce(0) { $0.addingSaturating(UInt64(clamping: $1[0])) } }

  /// Whether it has frames or audio.
  var isSeenOrHeard: Bool { ["vide", "soun"].contains(track.handlerType) && duration > 0 }

  /// - Parameters:
  ///   - isGrouped: whether samples of any of the tracks are in groups.
  ///   - hasTitles: whether its texts are the titles of chapters, of which each lasts until the next one.
  ///   - file: the file, which gets samples for the time between two texts.
  init(
    _ track: Track, movieTimescale: UInt32, isGrouped: Bool, hasTitles: Bool, in file: inout BoxFile
  ) throws(EditError) {
    self.track = track
    self.movieTimescale = movieTimescale
    let text = track.sampleEntries.first.flatMap { CueSamples.empty(of: $0.type) }
    gap = track.handlerType == "vide" || hasTitles ? .lastSample : text.map(Gap.text) ?? .emptyEdit
    scale = EditedTimescale(movie: movieTimescale, media: track.timescale)
    entries = track.sampleEntries
    if isGrouped { groups = SampleGroupMerging(track.box.children.at("mdia", "minf", "stbl")) }
    _ = try append(track, shift: 0, movieTimescale: movieTimescale, in: &file)
  }

  /// Presents nothing after `time`, in the movie's timescale.
  mutating func end(at time: UInt64) {
    while duration > time, let last = rows.last {
      let length = last[0].subtractingSaturating(Int64(clamping: duration - time))
      if length > 0 { rows[rows.count - 1][0] = length } else { rows.removeLast() }
    }
  }

  /// Fills the time up to `time`, in the movie's timescale: the last frame stays, and other tracks are empty.
  mutating func wait(until time: UInt64, in file: inout BoxFile) throws(EditError) {
    guard time > duration else { return }
    let wait = Int64(clamping: time - duration)
    let media = EditedTimescale(movie: track.timescale, media: movieTimescale)
    if case .text(let bytes) = gap {
      rows.append([wait, Int64(clamping: tables.duration), 1, 0])
      tables.beginChunk(at: file.addMedia(bytes), descriptionIndex: 1)
      try tables.append(
        SampleTableBuilder.Row(
          duration: media.nearestTicks(wait), compositionOffset: 0, byteCount: bytes.count,
          flags: SampleFlags()))
      try groups?.append([])
      mediaEnd = Int64(clamping: tables.duration)
      mergeRows()
    } else if case .lastSample = gap, let last = rows.last, last[1] >= 0, last[2...] == [1, 0],
      last[1].addingSaturating(media.nearestTicks(last[0] + 1)) >= mediaEnd
    {
      tables.lengthenLast(by: media.nearestTicks(wait))
      mediaEnd = mediaEnd.addingSaturating(media.nearestTicks(wait))
      rows[rows.count - 1][0] += wait
    } else if let last = rows.last, last[1] < 0 {
      rows[rows.count - 1][0] += wait
    } else {
      rows.append([wait, -1, 1, 0])
    }
  }

  /// Appends the samples of a track.
  ///
  /// - Parameters:
  ///   - shift: the number that the edit adds to offsets in its file.
  ///   - movieTimescale: the timescale of its movie.
  mutating func append(
    _ other: Track, shift: Int, movieTimescale: UInt32, in file: inout BoxFile
  ) throws(EditError) -> JoinedMovie.Start {
    let ticks = EditedTimescale(movie: track.timescale, media: other.timescale)
    keepApart(other, ticks)
    let lead = JoinedLead(other, after: tables.sampleCount, ticks)
    let toMovie = EditedTimescale(movie: self.movieTimescale, media: movieTimescale)
    let late = scale.nearestTicks(lead.late)
    try wait(
      until: duration.addingSaturating(
        UInt64(clamping: toMovie.nearestTicks(lead.empty).addingSaturating(late))),
      in: &file)
    let start = JoinedMovie.Start(
      sample: tables.sampleCount, descriptions: other.sampleEntries.map { number(of: $0) },
      scale: ticks)
    let mediaStart = Int64(clamping: tables.duration)
    starts.append(mediaStart)
    var last: Sample?
    var end: Int64 = 0
    for sample in other.samples {
      guard case .file(0) = sample.location, sample.sampleCount == 1 else {
        throw EditError(
          .unsupported,
          "has samples of track \(other.id) in other files, or in packets of audio that count as many samples each"
        )
      }
      guard start.descriptions.indices.contains(sample.descriptionIndex - 1) else {
        throw EditError(.damaged, "has samples of track \(other.id) without a description")
      }
      if last.map({
        $0.chunkNumber != sample.chunkNumber
          || ($0.fragmentStart == nil) != (sample.fragmentStart == nil)
      }) ?? true {
        tables.beginChunk(
          at: shift + sample.fileRange.lowerBound,
          descriptionIndex: start.descriptions[sample.descriptionIndex - 1])
      }
      last = sample
      let (time, next) = (
        ticks.nearestTicks(sample.decodeTime),
        ticks.nearestTicks(sample.decodeTime.addingSaturating(sample.duration))
      )
      // If composition offsets are positive, the composition of the last sample ends after its decoding.
      end = max(
        end, next, ticks.nearestTicks(sample.compositionTime.addingSaturating(sample.duration)))
      try tables.append(
        SampleTableBuilder.Row(
          duration: next.subtractingSaturating(time),
          compositionOffset: ticks.nearestTicks(signed: sample.compositionOffset),
          byteCount: sample.fileRange.count, flags: sample.flags))
      try groups?.append(
        shift == 0 ? sample.groups : sample.groups.map(\.ofAnotherTrack))
    }
    let first = ticks.nearestTicks(other.samples.first { _ in true }?.decodeTime ?? 0)
    mediaEnd = mediaStart.addingSaturating(end.subtractingSaturating(first))
    addEdits(of: other, toMovie, ticks, from: mediaStart, first, lead)
    return start
  }

  /// Lets the samples of a track begin to be composed only when all before them have ended. Frames that are decoded
  /// for others, and hidden at the end of a part, can be composed long after the last that is shown.
  private mutating func keepApart(_ other: Track, _ ticks: EditedTimescale) {
    guard tables.sampleCount > 0, let first = other.samples.first(where: { _ in true }) else {
      return
    }
    let start = Int64(clamping: tables.duration).addingSaturating(
      ticks.nearestTicks(signed: other.firstComposition.subtractingSaturating(first.decodeTime)))
    if start < mediaEnd { tables.lengthenLast(by: mediaEnd.subtractingSaturating(start)) }
  }

  /// The number of a sample entry, which is added if it is another.
  private mutating func number(of entry: Box) -> Int {
    if let index = entries.firstIndex(where: {
      JoinedSampleForm($0).isSame(as: JoinedSampleForm(entry))
    }) {
      entries[index].raiseBitRates(to: entry)
      return index + 1
    }
    entries.append(entry)
    return entries.count
  }

  private mutating func addEdits(
    of other: Track, _ toMovie: EditedTimescale, _ ticks: EditedTimescale, from mediaStart: Int64,
    _ first: Int64, _ lead: JoinedLead
  ) {
    let late = scale.nearestTicks(lead.late)
    let length = max(0, mediaEnd.subtractingSaturating(mediaStart))
    if other.editList.isEmpty {
      rows.append([
        scale.nearestTicks(length) - late, mediaStart.addingSaturating(lead.late), 1, 0,
      ])
    }
    for (number, edit) in other.editList.edits.enumerated().dropFirst(lead.editCount) {
      let rate = [edit.rate >> 16, Int64(Int16(truncatingIfNeeded: edit.rate))]
      guard let stated = edit.mediaTime else {
        rows.append([toMovie.nearestTicks(edit.duration ?? 0), -1] + rate)
        continue
      }
      let time = max(0, ticks.nearestTicks(max(0, stated)).subtractingSaturating(first))
      let left = scale.nearestTicks(max(0, length.subtractingSaturating(time)))
      let isLate = number == lead.editCount
      rows.append(
        [
          (edit.duration.map { toMovie.nearestTicks($0) } ?? left) - (isLate ? late : 0),
          mediaStart.addingSaturating(time).addingSaturating(isLate ? lead.late : 0),
        ] + rate)
    }
    mergeRows()
  }

  /// How late the audio of each movie is, in seconds, in players that play whole packets, as FFmpeg: a packet that
  /// begins in an edit is played to its end, and one that begins before an edit is not played, but for the first edit.
  /// Empty for other tracks.
  var delays: [Double] {
    guard track.handlerType == "soun", track.timescale > 0,
      let packet = track.samples.first(where: { _ in true })?.duration, packet > 1
    else { return [] }
    func roundedUp(_ time: Int64, from start: Int64) -> Int64 {
      let rest = time.subtractingSaturating(start) % packet
      return rest > 0 ? time.addingSaturating(packet - rest) : time
    }
    let media = EditedTimescale(movie: track.timescale, media: movieTimescale)
    var delays = [Double](repeating: 0, count: starts.count)
    var (lag, isFirst, known) = (Int64(0), true, -1)
    for row in rows {
      let length = media.nearestTicks(row[0])
      guard row[1] >= 0 else {
        // In place of an empty edit, the first packets of the track are played.
        if !isFirst { lag += max(packet, roundedUp(length - 1, from: 0)) - length }
        continue
      }
      let part = max(0, starts.lastIndex { $0 <= row[1] } ?? 0)
      let end = row[1].addingSaturating(length)
      if !isFirst { lag -= roundedUp(row[1], from: starts[part]) - row[1] }
      for number in stride(from: known + 1, through: part, by: 1) {
        delays[number] = Double(lag) / Double(track.timescale)
      }
      (isFirst, known) = (false, max(known, part))
      lag += roundedUp(end, from: starts[part]) - end
    }
    return delays
  }

  /// Merges each edit with the one before if it continues it.
  private mutating func mergeRows() {
    let media = EditedTimescale(movie: track.timescale, media: movieTimescale)
    var merged: [[Int64]] = []
    for row in rows where row[0] > 0 {
      if let last = merged.last, last[1] >= 0, row[1] >= 0, last[2...] == [1, 0],
        row[2...] == [1, 0],
        last[1].addingSaturating(media.nearestTicks(last[0])) == row[1],
        scale.nearestTicks(media.nearestTicks(last[0])) == last[0]
      {
        merged[merged.count - 1][0] += row[0]
      } else {
        merged.append(row)
      }
    }
    rows = merged
  }

  /// Writes these tables, durations and edits to a `trak` box.
  mutating func apply(to box: inout Box) {
    box.describeSamples(by: &tables, groups, entries)
    let shown = self.duration
    box.change(["tkhd"]) { header in
      header[TrackHeaderBox.self]?.setDuration(shown)
      return true
    }
    let isWhole = rows.count == 1 && rows[0][1] == 0 && track.editList.isEmpty
    box.setEdits(isWhole ? [] : rows)
  }
}

extension Box {
  /// Writes the tables of its samples, and their sample entries, to a `trak` box.
  mutating func describeSamples(
    by tables: inout SampleTableBuilder, _ groups: SampleGroupMerging?, _ entries: [Box]
  ) {
    let duration = tables.duration
    let made = tables.boxes() + (groups?.boxes ?? [])
    var replaced = Box.sampleTableTypes
    if groups != nil { replaced.formUnion(["sgpd", "sbgp", "csgp"]) }
    change(["mdia", "minf", "stbl"]) { table in
      table.children = table.children.filter { !replaced.contains($0.type) } + made
      return true
    }
    change(["mdia", "minf", "stbl", "stsd"]) { description in
      guard description.children != entries else { return false }
      description.children = entries
      return true
    }
    change(["mdia", "mdhd"]) { header in
      header[MediaHeaderBox.self]?.setDuration(duration)
      return true
    }
  }
}

extension EditedTimescale {
  /// ``nearestTicks(_:)`` of a number that may be below 0.
  func nearestTicks(signed ticks: Int64) -> Int64 {
    ticks < 0 ? -nearestTicks(Int64(clamping: ticks.magnitude)) : nearestTicks(ticks)
  }
}

extension SampleGroup {
  /// The group without its number, because its description is searched for by content.
  fileprivate var ofAnotherTrack: SampleGroup {
    var group = self
    if descriptionIndex <= SampleGroup.lastCommonIndex {
      group.descriptionIndex += SampleGroup.lastCommonIndex
    }
    return group
  }
}
