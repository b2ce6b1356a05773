import AVC
import FieldCoding
import HEIF
import HEVC
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
      let movieIndex = file.boxes.firstIndex("moov"),
      let movie = MovieFile(file), let moved = MovedSamples(of: movie, in: original.bytes)
    else { return false }
    // Media data that is longer than the mdat box says.
    if let region = MediaRegion(file), let box = region.box, box > movieIndex,
      region.takenBoxes > 0 || !file.trailing.isEmpty
    {
      putMediaData(region)
    }
    guard let index = file.boxes.firstIndex("moov") else { return false }
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

extension Edit {
  /// Corrects the offsets of images that are not where the file says. The lengths of their units show where they are.
  mutating func findMovedItems() throws(EditError) {
    guard let heif = HEIFFile(file) else { return }
    let images = heif.codedImages
    let bytes = original.bytes
    let wrong = images.filter { !$0.form.fits($0.range, in: bytes) }
    guard !wrong.isEmpty else { return }
    let right = images.filter { $0.form.fits($0.range, in: bytes) }
    let shifts = MovedParts(
      wrong.map { ($0.range, $0.form) }, besides: right.map(\.range), in: bytes
    )
    .shifts
    guard let first = shifts.compactMap({ $0 }).first else { return }
    // If all have moved in the same way, Exif and XMP have done so, too.
    let isAll = right.isEmpty && Set(shifts) == [first]
    let moved = Dictionary(uniqueKeysWithValues: zip(wrong.map(\.id), shifts))
    try changeLocations { (locations) throws(EditError) in
      for index in locations.items.indices where locations.items[index].constructionMethod == 0 {
        let id = locations.items[index].id
        guard let shift = isAll ? first : moved[id] ?? nil else { continue }
        guard locations.items[index].shift(by: shift) else {
          throw EditError(
            .damaged,
            "has items \(counted(abs(shift), "byte")) from their stated offsets, and the offset of item \(id) cannot be corrected"
          )
        }
      }
    }
    // The offset of another item can be wrong, too, so that it seems to be in the box that changes.
    changedItems.formUnion(heif.items.map(\.id))
    let count = shifts.count { $0 != nil }
    notes.append(
      isAll
        ? "the items are \(counted(abs(first), "byte")) \(first > 0 ? "after" : "before") their stated offsets, as coded images show: all offsets are corrected"
        : "\(counted(count, "coded image")) of \(images.count) \(count == 1 ? "is" : "are") not at the stated offset: found again by the form of their data"
    )
  }
}

extension HEIFFile {
  /// Whether the photo is described, and all coded images are where they should be.
  func isIntact(in bytes: Bytes) -> Bool {
    isDescribed && codedImages.allSatisfy { $0.form.fits($0.range, in: bytes) }
  }

  /// Whether the primary image can be planned, and all properties of images can be read.
  var isDescribed: Bool {
    guard let primary = primaryItemID, (try? plan(for: primary)) != nil else { return false }
    return items.allSatisfy { item in
      item.missingProperties.isEmpty && item.hasItsParameterSets
        && !item.properties.contains {
          ["free", "skip"].contains($0.box.type) || $0.box.type.rawValue == 0
        }
    }
  }

  /// The images that are stored in one piece, and the form of their data.
  var codedImages: [(id: UInt32, range: Range<Int>, form: SampleForm)] {
    items.compactMap(codedImage)
  }

  private func codedImage(_ item: Item) -> (id: UInt32, range: Range<Int>, form: SampleForm)? {
    guard let location = item.location, location.constructionMethod == 0,
      location.extents.count == 1, let extent = location.extents.first,
      let start = Int(exactly: location.baseOffset.addingSaturating(extent.offset)),
      let count = Int(exactly: extent.length), start < 1 << 60, (1..<1 << 60).contains(count),
      let form = SampleForm(ofImage: item.properties.map(\.box))
    else { return nil }
    return (item.id, start..<start + count, form)
  }
}

extension Item {
  /// Whether the configuration of an HEVC or AVC image has a sequence parameter set that can be read, if its type
  /// requires that.
  fileprivate var hasItsParameterSets: Bool {
    let boxes = properties.map(\.box)
    switch type {
    case "hvc1":
      let record = boxes.first(HEVCConfigurationBox.self)?.record
      return (try? record?.sequenceParameterSets())?.isEmpty == false
    case "avc1":
      let record = boxes.first(AVCConfigurationBox.self)?.record
      return ((try? record?.sequence()) ?? nil) != nil
    default: return true
    }
  }
}

extension ItemLocationBox.Item {
  /// - Returns: whether all of its offsets are still in the range of their numbers.
  fileprivate mutating func shift(by distance: Int) -> Bool {
    if baseOffset > 0,
      let base = UInt64(exactly: Int(clamping: baseOffset).addingSaturating(distance))
    {
      baseOffset = base
      return true
    }
    for index in extents.indices {
      guard
        let offset = UInt64(
          exactly: Int(clamping: extents[index].offset).addingSaturating(distance))
      else { return false }
      extents[index].offset = offset
    }
    return true
  }
}
