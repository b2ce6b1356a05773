import FieldCoding
import Movie
import WorkerClient

/// The plan for the sound tracks: which are re-encoded or removed.
struct SoundPlan {
  /// The tracks that are re-encoded.
  private(set) var coded: [SoundSource] = []
  /// The tracks that are removed because there is no decoder for them, although others have one.
  private(set) var lost: [SoundSource] = []
  /// The IDs of the tracks that are removed because the user asked for it.
  private(set) var removed: [UInt32] = []

  /// Throws if none of the sound can be converted as requested.
  init(_ tracks: [Track], _ choice: SoundChoice) throws(ConversionError) {
    switch choice {
    case .keep: return
    case .remove: removed = tracks.filter { $0.handlerType == "soun" }.map(\.id)
    case .compatible, .aac:
      let sources = tracks.compactMap(SoundSource.init)
      let others = sources.filter { choice == .aac || !$0.isPlayedEverywhere }
      coded = others.filter { $0.coding != nil }
      lost = others.filter { $0.coding == nil }
      if let first = lost.first, lost.count == sources.count {
        throw ConversionError(
          .input,
          "\(first.obstacle); --audio keep leaves it as it is, and --audio none leaves it out")
      }
    }
  }
}
