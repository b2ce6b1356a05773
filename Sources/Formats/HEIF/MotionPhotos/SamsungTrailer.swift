public import ISOBMFF

/// The records that Samsung's cameras write after a JPEG image, or into the box `sefd`.
public struct SamsungTrailer: Sendable {
  /// The records of the trailer.
  public let data: SamsungExtendedDataBox
  /// The range from the first record to the end, counted from the first byte of the file.
  public let range: Range<Int>

  /// The trailer at the end of a JPEG file; nil if there is none that can be read.
  ///
  /// - Parameter end: of the image.
  public init?(in bytes: Bytes, behind end: Int) {
    guard let start = bytes.startOfSamsungRecords, start >= end,
      let part = bytes.part(start..<bytes.count),
      let data = try? SamsungExtendedDataBox(decoding: part)
    else { return nil }
    self.data = data
    range = start..<bytes.count
  }

  /// A box of them.
  public init?(_ box: Box) {
    guard let data = box[SamsungExtendedDataBox.self], let origin = box.origin else { return nil }
    self.data = data
    range = origin.fileOffset..<origin.fileOffset + origin.count
  }

  /// The records about other things than a movie; nil if there are none, or if they cannot be distinguished.
  public var otherRecords: [SamsungExtendedDataBox.Record]? {
    let others = data.records.filter {
      ![SamsungExtendedDataBox.Record.movie, SamsungExtendedDataBox.Record.movieVersion]
        .contains($0.marker)
    }
    return others.isEmpty ? nil : others
  }

  /// Whether a record is of a movie.
  public var speaksOfMovie: Bool { movieRecord != nil }

  var movieRecord: SamsungExtendedDataBox.Record? {
    data.records.first { $0.marker == SamsungExtendedDataBox.Record.movie }
  }
}
