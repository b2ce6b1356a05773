import HEIF
import ISOBMFF
import Movie

extension BoxFile {
  /// The ranges of the samples of a track; adjacent samples are joined.
  func mediaRanges(of track: Track) -> [Range<Int>] { track.mediaRanges(in: 0..<bytes.count) }

  /// The ranges of samples, of what decrypts them, and of items, except those of some tracks.
  func usedMedia(without gone: Set<UInt32> = []) -> [Range<Int>] {
    let items = HEIFFile(self)?.usedMedia ?? []
    return (items + (MovieFile(self)?.usedMedia(in: 0..<bytes.count, without: gone) ?? [])).joined
  }

  /// Removes the descriptions of some tracks, and references to them. Their samples stay.
  mutating func removeDescriptions(ofTracks ids: Set<UInt32>) {
    for index in boxes.indices {
      let box = boxes[index]
      switch box.type {
      case "moov":
        var children = box.children
        children.removeAll { $0.type == "trak" && ids.contains($0.trackID) }
        for child in children.indices {
          switch children[child].type {
          case "trak": children[child].removeReferences(toTracks: ids)
          case "mvex":
            children[child].children.removeAll {
              $0[TrackExtendsBox.self].map { ids.contains($0.trackID) } ?? false
            }
          default: break
          }
        }
        boxes[index].children = children
      case "moof":
        let kept = box.children.filter { $0.type != "traf" || !ids.contains($0.fragmentTrackID) }
        if kept.count != box.children.count { boxes[index].children = kept }
      case "mfra":
        let kept = box.children.filter {
          $0[TrackFragmentRandomAccessBox.self].map { !ids.contains($0.trackID) } ?? true
        }
        if kept.count != box.children.count { boxes[index].children = kept }
      default: break
      }
    }
  }
}

extension Box {
  /// Removes references to some tracks from a `trak` box.
  fileprivate mutating func removeReferences(toTracks ids: Set<UInt32>) {
    var children = children
    guard let index = children.firstIndex(where: { $0.type == "tref" }) else { return }
    var isChanged = false
    let references = children[index].children.compactMap { child -> Box? in
      guard var reference = child[TrackReferenceTypeBox.self],
        reference.trackIDs.contains(where: ids.contains)
      else { return child }
      isChanged = true
      reference.trackIDs.removeAll { ids.contains($0) }
      guard !reference.trackIDs.isEmpty else { return nil }
      var child = child
      child[TrackReferenceTypeBox.self] = reference
      return child
    }
    guard isChanged else { return }
    if references.isEmpty {
      children.remove(at: index)
    } else {
      children[index].children = references
    }
    self.children = children
  }

  /// The ID of a `trak` box; 0 if it has none.
  var trackID: UInt32 { children.first(TrackHeaderBox.self)?.trackID ?? 0 }
  fileprivate var fragmentTrackID: UInt32 {
    children.first(TrackFragmentHeaderBox.self)?.trackID ?? 0
  }
}
