import FieldCoding
import Movie
import WorkerClient

/// What is to become of the tracks of sound.
struct SoundPlan {
  /// Those that are re-encoded.
  private(set) var coded: [SoundSource] = []
  /// Those for which there is no decoder, and that go, as there is other sound.
  private(set) var lost: [SoundSource] = []
  /// The numbers of those that go because that is asked for.
  private(set) var removed: [UInt32] = []

  /// Throws if none of the sound can become what is asked for.
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
        throw ConversionError(.input, first.obstacle)
      }
    }
  }
}
