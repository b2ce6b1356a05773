import ISOBMFF

/// The start of media data that tables identify by a number instead of an offset (`imda`, ISO/IEC 14496-12 §8.1.4).
struct IdentifiedMedia: Sendable {
  /// The offset of the data of a box.
  struct Location: Sendable {
    /// Which of the files that the movie was read from has it.
    var file: Int
    var start: Int64
  }

  private var locations: [UInt32: Location] = [:]

  init() {}

  init(_ files: [MovieFragments.File]) {
    for (number, file) in files.enumerated() {
      for box in file.boxes where box.type == "imda" {
        guard let payload = box.sourcePayload,
          let identifier = box[IdentifiedMediaDataBox.self]?.imdaIdentifier,
          // Numbers are unique (§8.1.4.1); otherwise, the first box counts.
          locations[identifier] == nil
        else { continue }
        // The identifier comes before the data.
        let start = Int64(payload.fileOffset - file.start + 4)
        locations[identifier] = Location(file: number, start: start)
      }
    }
  }

  subscript(identifier: UInt32) -> Location? { locations[identifier] }
}

/// How an entry of `dref` names media data that has a number (§8.7.2).
enum IdentifiedReference: Sendable {
  /// The number itself.
  case number(UInt32)
  /// The sequence number of the fragment that the samples are in.
  case fragment

  /// Nil for an entry of another kind.
  init?(_ entry: Box) {
    if let box = entry[DataEntryImdaBox.self] {
      self = .number(box.imdaRefIdentifier)
    } else if entry.type == "snim" {
      self = .fragment
    } else {
      return nil
    }
  }
}
