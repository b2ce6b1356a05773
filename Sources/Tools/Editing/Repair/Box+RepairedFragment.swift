import ISOBMFF
import Movie

extension Box {
  /// A `moof` box with only the samples that are whole; nil if there are none, or if other tables describe its samples.
  func fragment(at start: Int, before end: Int, in movie: MovieFile) -> Box? {
    var fragment = self
    for index in fragment.children.indices where fragment.children[index].type == "traf" {
      var traf = fragment.children[index]
      let id = traf.children.first(TrackFragmentHeaderBox.self)?.trackID
      guard traf.children.allSatisfy({ ["tfhd", "tfdt", "trun"].contains($0.type) }),
        let track = movie.tracks.first(where: { $0.id == id })
      else { return nil }
      var chunks = track.samples.chunks.filter { $0.fragmentStart == start }.makeIterator()
      var isWhole = true
      for run in traf.children.indices where traf.children[run].type == "trun" {
        guard let samples = traf.children[run][TrackRunBox.self]?.samples,
          let chunk = chunks.next(), chunk.sampleCount == samples.count
        else { return nil }
        let whole = isWhole ? chunk.wholeSamples(before: end) - chunk.index : 0
        isWhole = whole == samples.count
        traf.children[run][TrackRunBox.self]?.samples = samples.prefix(whole)
      }
      traf.children.removeAll { $0[TrackRunBox.self]?.samples.isEmpty == true }
      fragment.children[index] = traf
    }
    fragment.children.removeAll {
      $0.type == "traf" && $0.children.first(TrackRunBox.self) == nil
    }
    return fragment.children.contains { $0.type == "traf" } ? fragment : nil
  }
}
