import FieldCoding
import ISOBMFF
import Movie

/// A complete `moov` box to which the boxes at the top of a file do not lead, because a size among them is wrong, or
/// because the head of the file was overwritten.
struct RepairableMovie {
  /// The bytes of the box.
  let bytes: Bytes
  let box: Box
  /// The range in the file of all samples that the box describes.
  let samples: Range<Int>

  /// The first such box at or after `start` whose samples are all before it; nil if there is none.
  init?(in file: Bytes, from start: Int) {
    var pairs = BytePairs()
    // The first half of the type.
    pairs.insert(0x6D6F...0x6D6F)
    var position = max(4, start)
    while let place = pairs.firstPlace(in: file, from: position) {
      position = place + 1
      if let found = RepairableMovie(in: file, ofTypeAt: place) {
        self = found
        return
      }
    }
    return nil
  }

  private init?(in file: Bytes, ofTypeAt place: Int) {
    guard let header = file.part(place - 4..<place + 4),
      header.dropFirst(4).elementsEqual("moov".utf8)
    else { return nil }
    let size = header.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    // A moov box without tracks describes nothing.
    guard size > 16, let bytes = file.part(place - 4..<place - 4 + size) else { return nil }
    let parsed = BoxFile(bytes)
    guard let box = parsed.boxes.first, box.isWholeMovie, let movie = MovieFile(parsed) else {
      return nil
    }
    var samples: Range<Int>?
    for track in movie.tracks {
      for chunk in track.samples.chunks where chunk.byteCount > 0 && chunk.location == .file(0) {
        guard let range = chunk.fileRange else { return nil }
        samples =
          samples.map {
            min($0.lowerBound, range.lowerBound)..<max($0.upperBound, range.upperBound)
          } ?? range
      }
    }
    guard let samples, samples.upperBound <= place - 4 else { return nil }
    self.bytes = bytes
    self.box = box
    self.samples = samples
  }
}

extension Box {
  /// Whether it is a `moov` box with all of its bytes, a header, and tracks.
  var isWholeMovie: Bool {
    type == "moov" && statedSize == nil && damage.isEmpty && children.contains { $0.type == "trak" }
      && children.first(MovieHeaderBox.self) != nil
  }

  /// Whether it is a `moov` box of QuickTime, whose handlers have a component type.
  var isQuickTimeMovie: Bool {
    children.all("trak").contains {
      $0.children.at("mdia").first(HandlerBox.self)?.predefined == "mhlr"
    }
  }
}
