import FieldCoding
import Metadata

/// A JPEG file on a disk: its image, and the data that follows it in the same file.
struct RescuedJPEG {
  /// The number of bytes.
  private(set) var count: Int
  /// The problem; nil for a complete file.
  private(set) var problem: String?
  /// Whether there is anything of the image.
  private(set) var hasScan: Bool

  /// The images of one file: no camera writes more.
  private static let mostParts = 64
  /// Photos have been seen with sixteen in a row. More of them are likelier a piece of another file.
  private static let mostStrayBytes = 64

  /// - Parameters:
  ///   - file: starts with the image, and has any bytes after it.
  ///   - unit: the start of every other file is a multiple of it.
  init(_ file: FragmentedFile, unit: Int) {
    var picture = RescuedJPEGReader(file)
    var step = picture.finish()
    if !picture.hasScan, case .damage = step {
      var other = RescuedJPEGReader(file, mostStrayBytes: RescuedJPEG.mostStrayBytes)
      if other.finish() == .end { (picture, step) = (other, .end) }
    }
    count = picture.position
    hasScan = picture.hasScan
    if case .damage(let problem) = step {
      self.problem = problem
      return
    }
    let head = Bytes(file.read(0..<min(count, 1 << 20)))
    let stated = JPEGSegments(head).statedPictures
    for range in stated where range.upperBound <= file.count && range.upperBound > count {
      guard file.read(range.lowerBound..<range.lowerBound + 2) == [0xFF, 0xD8] else { continue }
      count = range.upperBound
    }
    for _ in 0..<RescuedJPEG.mostParts {
      guard let end = nextPart(file, unit), end > count else { return }
      count = end
    }
  }

  /// The end of the part that starts at the end of the known bytes; nil if there is none.
  private func nextPart(_ file: FragmentedFile, _ unit: Int) -> Int? {
    // Bytes at the start of another file are that file.
    guard let diskOffset = file.diskOffset(of: count), diskOffset % unit != 0 else { return nil }
    let bytes = file.read(count..<count + 16)
    guard bytes.count == 16 else { return nil }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      var picture = RescuedJPEGReader(file, from: count)
      return picture.finish() == .end ? picture.position : nil
    }
    if bytes[4..<8].elementsEqual("ftyp".utf8) {
      let movie = RescuedBoxes(file, from: count)
      return movie.isOpen || movie.first("moov") == nil ? nil : movie.end
    }
    return samsungTrailer(file)
  }

  /// Samsung's records, which end with a directory and `SEFT`.
  private func samsungTrailer(_ file: FragmentedFile) -> Int? {
    let start = count
    let head = file.read(start..<start + 8)
    // A reserved number, the type of the record, the length of its name, and the name.
    guard head.count == 8, head[0] == 0, head[1] == 0, head[5...].allSatisfy({ $0 == 0 }),
      (4...64).contains(head[4]),
      file.read(start + 8..<start + 8 + Int(head[4])).allSatisfy({ (0x20...0x7E).contains($0) })
    else { return nil }
    var position = start
    let step = 1 << 20
    while position < file.count, position - start < 1 << 28 {
      let bytes = file.read(position..<position + step + 3)
      for index in bytes.indices.dropLast(3)
      where bytes[index] == UInt8(ascii: "S")
        && bytes[index..<index + 4].elementsEqual("SEFT".utf8)
      {
        return position + index + 4
      }
      position += step
    }
    return nil
  }
}
