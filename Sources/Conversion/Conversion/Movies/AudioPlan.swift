import FieldCoding
import Movie
import WorkerClient

/// The plan for the audio tracks: which are re-encoded or removed.
struct AudioPlan {
  /// The tracks that are re-encoded.
  private(set) var coded: [AudioSource] = []
  /// The tracks that are removed because there is no decoder for them, although others have one.
  private(set) var lost: [AudioSource] = []
  /// The IDs of the tracks that are removed because the user asked for it.
  private(set) var removed: [UInt32] = []

  /// Throws if none of the audio can be converted as requested.
  init(_ tracks: [Track], _ choice: AudioChoice) throws(ConversionError) {
    switch choice {
    case .keep: return
    case .remove: removed = tracks.filter { $0.handlerType == "soun" }.map(\.id)
    case .compatible, .aac:
      let sources = tracks.compactMap(AudioSource.init)
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
