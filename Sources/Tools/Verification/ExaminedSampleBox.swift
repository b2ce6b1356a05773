import ISOBMFF

/// A box with properties of the samples of a track: in its sample table, or in one fragment.
struct ExaminedSampleBox {
  let box: ExaminedBox
  /// The number of samples; nil if it is unknown.
  let sampleCount: Int?
  /// The owner of the samples, as text.
  let owner: String

  /// All boxes of a type.
  static func all(_ type: FourCC, in file: ExaminedFile) -> [ExaminedSampleBox] {
    file.sampleTables.flatMap { track in
      track.tables.filter { $0.type == type }.map {
        ExaminedSampleBox(box: $0, sampleCount: track.sampleCount, owner: "track \(track.id)")
      }
    }
      + file.trackFragments.flatMap { track in
        file.children(of: track.box).filter { $0.type == type }.map {
          ExaminedSampleBox(
            box: $0, sampleCount: track.sampleCount,
            owner: "the fragment of track \(track.trackID)")
        }
      }
  }
}
