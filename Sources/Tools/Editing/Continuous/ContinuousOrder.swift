import FieldCoding
import ISOBMFF
import Movie

/// The order of the old samples in a track whose samples are in the order of their presentation.
struct ContinuousOrder {
  /// The indices of the old samples, as ranges of samples that follow each other.
  private(set) var ranges: [Range<Int>] = []
  /// The offsets of the changed frames with which sequences begin, in media data that the edit adds; by their new
  /// indices.
  var starts: [Int: Int] = [:]

  /// Adds an old sample to the end.
  mutating func append(_ index: Int) {
    if let last = ranges.last, last.upperBound == index {
      ranges[ranges.count - 1] = last.lowerBound..<index + 1
    } else {
      ranges.append(index..<index + 1)
    }
  }

  /// Whether a track has the samples of another one in this order.
  ///
  /// - Parameters:
  ///   - file: the file with the old samples, and the media data that the edit added to it.
  ///   - relocation: the new offsets of the bytes of the file.
  func isFound(
    in new: Track, of old: Track, in file: BoxFile, _ relocation: Relocation
  ) -> Bool {
    guard new.samples.count == ranges.reduce(0, { $0 + $1.count }) else { return false }
    var others = new.samples.makeIterator()
    for range in ranges {
      var count = 0
      for sample in old.samples.from(range.lowerBound).prefix(range.count) {
        count += 1
        guard let other = others.next(), sample.flags.isNonSync == other.flags.isNonSync,
          sample.descriptionIndex == other.descriptionIndex,
          sample.fileRange.count == other.fileRange.count
        else { return false }
        let size = sample.fileRange.count
        let start = starts[other.index]
        if let start, !file.isStart(at: start, of: sample) { return false }
        guard
          size == 0
            || relocation.isCopy(
              of: start.map { $0..<$0 + size } ?? sample.fileRange, at: other.fileRange.lowerBound)
        else { return false }
      }
      guard count == range.count else { return false }
    }
    return true
  }
}

extension BoxFile {
  /// Adds a frame with which a sequence begins after another one.
  ///
  /// - Returns: the offset for sample tables.
  mutating func addStart(_ sample: Sample, of track: Track) throws(EditError) -> Int {
    var start = SplicedStart()
    do throws(FieldError) { try start.begin(with: sample, of: track, in: bytes) } catch {
      throw EditError(error)
    }
    return addMedia(start.pieces(of: sample.fileRange, in: bytes).flatMap(Array.init))
  }

  /// Whether added media data is a frame in which nothing but the type of units of clean random access changed: 21 to
  /// 16.
  fileprivate func isStart(at offset: Int, of sample: Sample) -> Bool {
    var start = bytes.source.count
    for data in added {
      defer { start += data.count }
      guard start == offset else { continue }
      guard let old = bytes.part(sample.fileRange), data.count == old.count else { return false }
      let changes = zip(data, old).filter { $0 != $1 }
      return !changes.isEmpty
        && changes.allSatisfy { $1 & 0b0111_1110 == 21 << 1 && $0 ^ $1 == (21 ^ 16) << 1 }
    }
    return false
  }
}
