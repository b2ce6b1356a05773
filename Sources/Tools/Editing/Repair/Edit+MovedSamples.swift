import ISOBMFF
import Movie
import Rescue

extension Edit {
  /// Corrects the offsets of samples that are not where the tables say, because bytes of the media data were lost or
  /// added afterwards.
  ///
  /// - Returns: whether that was so.
  mutating func findMovedSamples() throws(EditError) -> Bool {
    guard !file.boxes.contains(where: { $0.type == "moof" }),
      let movieIndex = file.boxes.firstIndex(where: { $0.type == "moov" }),
      let movie = MovieFile(file), let moved = MovedSamples(of: movie, in: original.bytes)
    else { return false }
    // Media data that is longer than the mdat box says.
    if let region = MediaRegion(file), let box = region.box, box > movieIndex,
      region.takenBoxes > 0 || !file.trailing.isEmpty
    {
      putMediaData(region)
    }
    guard let index = file.boxes.firstIndex(where: { $0.type == "moov" }) else { return false }
    var moov = file.boxes[index]
    try follow(moved, movie, in: &moov)
    file.boxes[index] = moov
    changedTracks.formUnion(movie.tracks.map(\.id))
    return true
  }

  /// Writes to a `moov` box where the samples are.
  ///
  /// - Parameters:
  ///   - moved: where they are in this file; nil if they are where the tables say.
  ///   - distance: how much further they are behind in the new file.
  mutating func follow(
    _ moved: MovedSamples?, _ movie: MovieFile, in moov: inout Box, distance: Int = 0
  ) throws(EditError) {
    var children = moov.children
    var tracks = movie.tracks.makeIterator()
    var lost: [String] = []
    for index in children.indices where children[index].type == "trak" {
      guard let track = tracks.next() else { break }
      guard let moved, !track.samples.keepAll(moved.onlyShift) else {
        let shift = moved?.onlyShift ?? 0
        children[index].change(["mdia", "minf", "stbl"]) { tables in
          tables.shiftChunks(by: Int64(shift + distance))
          return true
        }
        continue
      }
      var samples = FoundSamples(of: track, moved, distance: distance)
      try samples.write(to: &children[index], EditedTimescale(movie.header, track))
      if samples.lostCount > 0 {
        lost.append(
          "track \(track.id) (\(track.handlerType)): \(counted(samples.lostCount, "sample is", "samples are")) not whole, and left out"
        )
      }
    }
    moov.children = children
    losesMedia = losesMedia || !lost.isEmpty
    notes += (moved?.notes ?? []) + lost
  }
}

extension TrackSamples {
  /// Whether no sample is before the start of the file if all move by this distance.
  fileprivate func keepAll(_ shift: Int?) -> Bool {
    guard let shift else { return false }
    return chunks.allSatisfy { Int(clamping: $0.start).addingSaturating(shift) >= 0 }
  }
}

extension EditedTimescale {
  fileprivate init(_ header: MovieHeaderBox?, _ track: Track) {
    self.init(movie: header?.timescale ?? 0, media: track.timescale)
  }
}

extension MovedSamples {
  /// More pieces are counted and not listed.
  private static let mostListed = 8

  fileprivate var notes: [String] {
    if let shift = onlyShift {
      return [
        "the samples are \(MovedSamples.text(shift)) the offsets of their chunks, as those of track \(trackID) show: all offsets are corrected"
      ]
    }
    let moving = pieces.filter { $0.gap.upperBound < .max }
    var notes = moving.prefix(MovedSamples.mostListed).map {
      "from byte \($0.gap.upperBound + $0.shift) on, samples are \(MovedSamples.text($0.shift)) the offsets of their chunks, as those of track \(trackID) show: corrected"
    }
    if moving.count > MovedSamples.mostListed {
      notes.append("the same is so from \(moving.count - MovedSamples.mostListed) other offsets on")
    }
    return notes
  }

  private static func text(_ shift: Int) -> String {
    shift == 0 ? "at" : "\(counted(abs(shift), "byte")) \(shift > 0 ? "after" : "before")"
  }
}

/// The samples of a track where they are, with new tables for them.
private struct FoundSamples {
  private let track: Track
  private var tables = SampleTableBuilder()
  /// The samples that are not whole, and are not in the tables.
  private(set) var lostCount = 0
  /// The duration of such samples at the start.
  private var delay: Int64 = 0
  private var failure: EditError?

  init(of track: Track, _ moved: MovedSamples, distance: Int) {
    self.track = track
    let form = SampleForm(of: track)
    var end = -1
    var chunk = 0
    do throws(EditError) {
      for sample in track.samples {
        var range = moved.range(of: sample.fileRange, form)
        // Of uncompressed audio, only some is lost.
        if range == nil, sample.sampleCount > 1 { range = moved.nominalRange(of: sample.fileRange) }
        guard let range, sample.location == .file(0) else {
          lose(sample)
          continue
        }
        if range.lowerBound != end || sample.chunkNumber != chunk {
          tables.beginChunk(
            at: range.lowerBound + distance, descriptionIndex: sample.descriptionIndex)
        }
        try tables.append(
          SampleTableBuilder.Row(
            duration: sample.duration, compositionOffset: sample.compositionOffset,
            byteCount: sample.fileRange.count / sample.sampleCount, flags: sample.flags),
          count: sample.sampleCount)
        (end, chunk) = (range.upperBound, sample.chunkNumber)
      }
    } catch {
      failure = error
    }
  }

  /// The sample before lasts longer, so that all others keep their times.
  private mutating func lose(_ sample: Sample) {
    lostCount += sample.sampleCount
    let duration = sample.duration.multipliedSaturating(by: Int64(sample.sampleCount))
    if tables.isEmpty {
      delay = delay.addingSaturating(duration)
    } else {
      tables.lengthenLast(by: duration)
    }
  }

  mutating func write(to trak: inout Box, _ scale: EditedTimescale) throws(EditError) {
    if let failure { throw failure }
    let duration = tables.duration
    let made = tables.boxes()
    let isWhole = lostCount == 0
    trak.change(["mdia", "minf", "stbl"]) { table in
      // Groups count samples.
      let kept = table.children.filter {
        isWhole ? !Box.sampleTableTypes.contains($0.type) : $0.type == "stsd"
      }
      table.children = kept + made
      return true
    }
    guard delay > 0 else { return }
    trak.change(["mdia", "mdhd"]) { header in
      header[MediaHeaderBox.self]?.setDuration(duration)
      return true
    }
    // What is left is presented when it was.
    let first = track.editList.edits.first?.mediaTime ?? 0
    let late = delay.subtractingSaturating(first)
    let start = late > 0 ? [[scale.nearestTicks(late), -1, 1, 0]] : []
    let length = scale.movieTicks(Int64(clamping: duration))
    trak.setEdits(start + [[length, max(0, -late), 1, 0]])
  }
}

extension Box {
  /// Adds to the offsets of the chunks in `stbl`. Those of 32 bits are counted as the program did that made them wrong.
  fileprivate mutating func shiftChunks(by distance: Int64) {
    var children = children
    for index in children.indices {
      if let offsets = children[index][ChunkOffsetBox.self]?.chunkOffsets {
        children[index][ChunkOffsetBox.self]?.chunkOffsets = offsets.mapping(0) {
          Int64(UInt32(truncatingIfNeeded: $0 + distance))
        }
      }
      if let offsets = children[index][ChunkLargeOffsetBox.self]?.chunkOffsets {
        children[index][ChunkLargeOffsetBox.self]?.chunkOffsets = offsets.mapping(0) {
          $0 &+ distance
        }
      }
    }
    self.children = children
  }
}
