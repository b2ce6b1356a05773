package import FieldCoding
import ISOBMFF
package import Movie

/// Where the samples of a movie are if bytes of its media data were lost or added after its tables had been written: from
/// some offsets on, samples are a number of bytes away from where the tables say.
///
/// The samples of one track show this by their form; those of the others are between them.
package struct MovedSamples: Sendable {
  /// From somewhere in a range of the stated offsets on, samples are this number of bytes further behind.
  package struct Piece: Equatable, Sendable {
    /// The stated offsets between the last sample before and the first one after the bytes that are missing or added.
    package var gap: Range<Int>
    package var shift: Int
  }

  /// In ascending order.
  package private(set) var pieces: [Piece] = []
  /// The track whose samples show it.
  package let trackID: UInt32
  private let bytes: Bytes
  private let form: SampleForm
  private let parts: [Range<Int>]
  /// The first samples of the chunks of other tracks, by their stated offsets.
  private let others: [Int: (range: Range<Int>, form: SampleForm)]
  private let otherStarts: [Int]
  /// The stated offsets of samples that begin as they should, and have lost bytes, or have others.
  private var damaged: Set<Int> = []
  /// How far the end of the media data has moved; nil if that is not known.
  private let endShift: Int?
  private let isEndKnown: Bool
  /// The stated end of the last sample of all tracks.
  private let mediaEnd: Int
  /// How much was looked at.
  private var work = 0

  private static let mostWork = 1 << 20

  /// All samples of a smaller size are by chance where they should be.
  private static let leastSize = 16
  /// So many samples, from all of a track, are looked at first.
  private static let mostTried = 16
  /// More pieces are not looked for.
  private static let mostPieces = 1 << 12
  /// The number of samples after a gap that are looked for first: those in the gap are not whole.
  private static let mostLost = 8
  /// The usual distance in which samples are found after a gap.
  private static let usualDistance = 1 << 22

  /// Nil if samples are where they should be, if their form is not known, or if most are found nowhere.
  ///
  /// - Parameter end: where the media data ends, as something else shows; nil for the end of the file.
  package init?(of movie: MovieFile, in bytes: Bytes, endingAt end: Int? = nil) {
    let known = movie.tracks.compactMap { track -> (track: Track, form: SampleForm)? in
      guard let form = SampleForm(of: track), track.sampleCount > 1 else { return nil }
      return (track, form)
    }
    guard let (track, form) = known.min(by: { $0.form.proof < $1.form.proof }) else { return nil }
    var parts: [Range<Int>] = []
    for sample in track.samples.withBytes
    where sample.fileRange.count >= MovedSamples.leastSize && sample.location == .file(0)
      && sample.fileRange.upperBound < 1 << 60
    {
      parts.append(sample.fileRange.unwrapped(in: bytes))
    }
    parts.sort { $0.lowerBound < $1.lowerBound }
    trackID = track.id
    var others: [Int: (range: Range<Int>, form: SampleForm)] = [:]
    for (other, form) in known where other.id != track.id {
      for chunk in other.samples.chunks {
        guard let sample = other.samples.sample(at: chunk.index) else { continue }
        others[sample.fileRange.lowerBound] = (sample.fileRange, form)
      }
    }
    self.others = others
    otherStarts = others.keys.sorted()
    (self.bytes, self.form, self.parts) = (bytes, form, parts)
    endShift = MovedEnd.shift(in: bytes, endingAt: end)
    let mediaEnd =
      movie.tracks.flatMap(\.samples.chunks).compactMap(\.fileRange?.upperBound).max() ?? 0
    self.mediaEnd = mediaEnd
    // The size of mdat can be wrong, but samples have to end before what is behind it.
    isEndKnown = endShift != nil && mediaEnd > end ?? .max
    guard isEndKnown || parts.count >= 4 && !areAtOffsets, isFound() else { return nil }
  }

  /// Whether the sample before one that is not where it should be is whole: the bytes behind it are those that follow it, or
  /// that one begins as it should.
  private func isWhole(before index: Int, _ shift: Int) -> Bool {
    let (part, next) = (parts[index - 1], parts[index])
    let other = otherStarts.partitioningIndex { $0 >= part.upperBound }
    if other < otherStarts.count, otherStarts[other] < next.lowerBound {
      return isOther(otherStarts[other], shift)
    }
    guard part.upperBound == next.lowerBound else { return true }
    return form.couldBegin(next.lowerBound + shift..<next.upperBound + shift, in: bytes)
  }

  /// Whether some samples of all parts of the movie are where they should be. A file can be truncated.
  private var areAtOffsets: Bool {
    if let endShift, let last = parts.last, fits(last, endShift) { return false }
    let whole = parts.prefix { $0.upperBound <= bytes.count }
    guard let last = whole.last else { return false }
    // Of a truncated file, the end of the tables says nothing.
    let step = max(1, whole.count / MovedSamples.mostTried)
    return fits(last, 0)
      && stride(from: 0, to: whole.count, by: step).allSatisfy { fits(whole[$0], 0) }
  }

  private func fits(_ part: Range<Int>, _ shift: Int) -> Bool {
    form.fits(part.lowerBound + shift..<part.upperBound + shift, in: bytes)
  }

  /// Whether samples from an index on are at their offsets.
  private mutating func areThere(from index: Int, _ shift: Int, count: Int = 1) -> Bool {
    for part in parts[index...].prefix(form.proof * count) {
      work += form.work
      guard fits(part, shift) else { return false }
    }
    return true
  }

  /// The first sample behind a damaged one from which on samples are at their offsets.
  private mutating func nextAtOffset(behind index: Int, _ shift: Int) -> Int? {
    for next in parts.indices[(index + 1)...] where hasTime {
      if areThere(from: next, shift) { return next }
    }
    return nil
  }

  /// Files can be made so that each sample is looked for everywhere.
  private var hasTime: Bool { work < MovedSamples.mostWork + parts.count * 64 }

  private mutating func isFound() -> Bool {
    var (index, shift, end, found) = (0, 0, 0, 0)
    while index < parts.count {
      if fits(parts[index], shift) {
        end = parts[index].upperBound
        found += 1
        index += 1
      } else if let next = nextAtOffset(behind: index, shift) {
        // Those before it are damaged, and nothing has moved.
        index = next
      } else if pieces.count < MovedSamples.mostPieces,
        let next = next(
          from: index, behind: found == 0 ? 0 : parts[index - 1].lowerBound + 1, shift)
      {
        let part = parts[next.index]
        // A sample that the next one overlaps has lost bytes, too.
        if found > 0,
          part.lowerBound + next.shift < end + shift || !isWhole(before: index, shift)
        {
          end = parts[index - 1].lowerBound
          damaged.insert(end)
        }
        // What is before the first sample has moved with it, unless that is not the first of the track.
        let isFirst = found == 0 && next.index == 0
        // Tables of damaged files can state samples that overlap.
        let before = isFirst ? endAtOffset(before: part.lowerBound) : nil
        let gapEnd = isFirst && before == nil ? 0 : part.lowerBound
        pieces.append(Piece(gap: min(before ?? end, gapEnd)..<gapEnd, shift: next.shift))
        (index, shift) = (next.index, next.shift)
      } else {
        pieces.append(Piece(gap: end..<Int.max, shift: shift))
        break
      }
    }
    if isEndKnown, let endShift, end < mediaEnd, shift != endShift,
      pieces.last?.gap.upperBound != .max
    {
      // The last sample can have lost bytes, too.
      if let last = parts.last?.lowerBound, last < end {
        damaged.insert(last)
        end = last
      }
      pieces.append(Piece(gap: end..<mediaEnd, shift: endShift))
    }
    return found * 2 > parts.count && pieces.contains { $0.shift != 0 }
  }

  /// The end of the last sample of other tracks before the first one of this track that is where it should be.
  private func endAtOffset(before end: Int) -> Int? {
    others.values.filter {
      $0.range.upperBound <= end && $0.form.fits($0.range, in: bytes)
    }.map(\.range.upperBound).max()
  }

  /// The next sample that is found, and how far it is from its stated offset.
  private mutating func next(
    from index: Int, behind end: Int, _ shift: Int
  ) -> (index: Int, shift: Int)? {
    let start = max(0, end + shift)
    // If the end has moved, samples have probably moved as far.
    if let endShift, endShift != shift {
      for next in parts.indices[index...].prefix(MovedSamples.mostTried)
      where parts[next].lowerBound + endShift >= start && areThere(from: next, endShift) {
        return (next, endShift)
      }
    }
    for distance in [MovedSamples.usualDistance, bytes.count] {
      for next in candidates(from: index) {
        let part = parts[next]
        let last = min(bytes.count, start + (part.upperBound - end) + distance)
        guard start < last, let area = bytes.part(0..<last) else { continue }
        let pairs = form.starts(part.count)
        var (position, searched) = (start, start)
        while hasTime, let found = pairs.firstOffset(in: area, from: position) {
          position = found + 1
          work += form.work + (found - searched) >> 10
          searched = found
          let shift = found - part.lowerBound
          // Small samples are anywhere by chance.
          if fits(part, shift), areThere(from: next, shift, count: 2) { return (next, shift) }
        }
      }
    }
    return nil
  }

  /// The samples that are looked for: some of the next ones, and others at distances that double.
  private func candidates(from index: Int) -> [Int] {
    let next = Array(parts.indices[index...].prefix(MovedSamples.mostLost))
    let others = (4..<24).map { index + 1 << $0 }.filter { $0 < parts.count }
    return next + others
  }

  /// How far all samples are from their stated offsets, if that is the same for all.
  package var onlyShift: Int? {
    pieces.count == 1 && pieces[0].gap == 0..<0 ? pieces[0].shift : nil
  }

  /// The range of all samples of a movie in the file, of those that are at these stated offsets.
  ///
  /// - Parameter form: the form of the sample; nil if it is not known.
  /// - Returns: nil if the sample is not whole.
  package func range(of range: Range<Int>, _ form: SampleForm?) -> Range<Int>? {
    let range = range.unwrapped(in: bytes)
    guard range.upperBound < 1 << 60, !damaged.contains(range.lowerBound) else { return nil }
    let before = pieces.last { $0.gap.upperBound <= range.lowerBound }
    let after = pieces.first { $0.gap.upperBound > range.lowerBound }
    func moved(_ shift: Int) -> Range<Int>? {
      let shifted = range.lowerBound + shift..<range.upperBound + shift
      return shifted.lowerBound >= 0 && shifted.upperBound <= bytes.count ? shifted : nil
    }
    let shift = before?.shift ?? 0
    guard let after, after.gap.lowerBound < range.upperBound else { return moved(shift) }
    // Where the bytes are missing is not known: the form of the sample decides.
    let isOpen = after.gap.upperBound == .max
    let start = after.gap.lowerBound + shift
    let end = isOpen ? bytes.count : after.gap.upperBound + after.shift
    let found = [shift, after.shift].compactMap(moved).filter {
      $0.lowerBound >= start && $0.upperBound <= end
    }
    if let form { return found.first { form.fits($0, in: bytes) } }
    // Nothing shows that what is before the first sample is where it was.
    if isOpen { return nil }
    if before == nil && start == 0 { return moved(after.shift) }
    // What is known on one side of it in the gap shows on which side of the missing bytes it is.
    let next = otherStarts.partitioningIndex { $0 >= range.upperBound }
    if otherStarts[next...].prefix(MovedSamples.mostLost).contains(where: {
      $0 < after.gap.upperBound && isOther($0, shift)
    }) {
      return moved(shift)
    }
    let last = otherStarts.partitioningIndex { $0 >= range.lowerBound }
    let isAfter = otherStarts[..<last].suffix(MovedSamples.mostLost).contains {
      $0 >= after.gap.lowerBound && isOther($0, after.shift)
    }
    return isAfter ? moved(after.shift) : nil
  }

  /// Whether the first sample of a chunk of another track is where it should be.
  private func isOther(_ start: Int, _ shift: Int) -> Bool {
    guard let (range, form) = others[start], range.upperBound < 1 << 60 else { return false }
    return form.fits(range.lowerBound + shift..<range.upperBound + shift, in: bytes)
  }

  /// Where a sample would be if nothing before it were missing.
  package func nominalRange(of range: Range<Int>) -> Range<Int>? {
    let range = range.unwrapped(in: bytes)
    guard range.upperBound < 1 << 60 else { return nil }
    let shift = pieces.last { $0.gap.upperBound <= range.lowerBound }?.shift ?? 0
    let shifted = range.lowerBound + shift..<range.upperBound + shift
    return shifted.lowerBound >= 0 && shifted.upperBound <= bytes.count ? shifted : nil
  }
}

extension Range<Int> {
  /// The range, counted from an offset before the start of the file if a program has subtracted more than there is from a
  /// number of 32 bits.
  fileprivate func unwrapped(in bytes: Bytes) -> Range<Int> {
    let (most, wrapped) = (1 << 26, 1 << 32)
    guard bytes.count < wrapped - most, lowerBound >= wrapped - most, upperBound < 2 * wrapped
    else {
      return self
    }
    return lowerBound - wrapped..<upperBound - wrapped
  }
}

/// Finds parts of a file, such as coded images, that are not at their stated offsets. Each can be anywhere, but mostly they
/// have moved together.
package struct MovedParts {
  /// How far each part is from its stated offset; nil for those that are found nowhere.
  package private(set) var shifts: [Int?] = []

  /// If so many are found nowhere, the search stops.
  private static let mostLost = 16

  /// - Parameters:
  ///   - parts: their stated ranges, and their forms.
  ///   - taken: ranges in which no part is that is looked for.
  package init(
    _ parts: [(range: Range<Int>, form: SampleForm)], besides taken: [Range<Int>], in bytes: Bytes
  ) {
    var taken = taken
    var last: Int?
    for (range, form) in parts {
      func fits(_ shift: Int) -> Bool {
        let moved = range.lowerBound + shift..<range.upperBound + shift
        return form.fits(moved, in: bytes) && !taken.contains { $0.overlaps(moved) }
      }
      var shift = last.flatMap { fits($0) ? $0 : nil }
      if shift == nil, shifts.count(where: { $0 == nil }) < MovedParts.mostLost,
        range.count >= form.leastBytes
      {
        let pairs = form.starts(range.count)
        var position = 0
        while shift == nil, let start = pairs.firstOffset(in: bytes, from: position) {
          position = start + 1
          if fits(start - range.lowerBound) { shift = start - range.lowerBound }
        }
      }
      shifts.append(shift)
      guard let shift else { continue }
      taken.append(range.lowerBound + shift..<range.upperBound + shift)
      last = shift
    }
  }
}

/// How far the end of the media data is from where the size of its box says: so far have the last samples moved.
package enum MovedEnd {
  /// Nil if it is there, or if nothing shows where it is.
  ///
  /// - Parameter end: where the media data ends, as something else shows; nil for the end of the file.
  package static func shift(in bytes: Bytes, endingAt end: Int? = nil) -> Int? {
    var position = 0
    while let header = header(at: position, in: bytes), let size = header.statedSize {
      let next = position.addingSaturating(Int(clamping: size))
      if header.type == "mdat" {
        if end == nil, isBox(at: next, in: bytes) { return nil }
        let shift = (end ?? bytes.count) - next
        return abs(shift) < next - position && shift != 0 ? shift : nil
      }
      position = next
    }
    return nil
  }

  private static func header(at position: Int, in bytes: Bytes) -> BoxHeader? {
    guard position < bytes.count else { return nil }
    return bytes.part(position..<bytes.count).flatMap { try? BoxHeader($0) }
  }

  /// Whether a box is at an offset: it has a name of letters, and ends within the file.
  private static func isBox(at position: Int, in bytes: Bytes) -> Bool {
    guard let size = header(at: position, in: bytes)?.statedSize, size <= bytes.count - position,
      let type = bytes.part(position + 4..<position + 8)
    else { return false }
    return type.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0xA9 }
  }
}

extension MovieFile {
  /// The first byte of the first sample of a fragment that is not whole; nil if all of them seem to be.
  ///
  /// - Parameter isCut: whether the samples behind `end` have been removed.
  package func firstDamagedSample(
    ofFragment start: Int, endingAt end: Int, isCut: Bool, in bytes: Bytes
  ) -> Int? {
    var samples: [(range: Range<Int>, form: SampleForm?)] = []
    for track in tracks {
      let form = SampleForm(of: track)
      for chunk in track.samples.chunks where chunk.fragmentStart == start {
        for sample in track.samples.from(chunk.index).prefix(chunk.sampleCount) {
          samples.append((sample.fileRange, form))
        }
      }
    }
    samples.sort { $0.range.lowerBound < $1.range.lowerBound }
    guard let last = samples.last, isCut || last.range.upperBound > end else { return nil }
    let wrong = samples.firstIndex { sample in
      sample.form.map { !$0.fits(sample.range, in: bytes) } ?? false
    }
    guard let wrong else { return isCut ? nil : end }
    // NAL units from which bytes are missing begin as they should: what follows is not where it should be.
    if wrong > 0, case .nalUnits = samples[wrong - 1].form,
      samples[wrong].form?.couldBegin(samples[wrong].range, in: bytes) == false
    {
      return samples[wrong - 1].range.lowerBound
    }
    return samples[wrong].range.lowerBound
  }
}
