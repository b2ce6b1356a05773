import ISOBMFF
import Movie
import Rescue

/// Files with several `moov` boxes, or with one that was truncated or overwritten.
extension Edit {
  /// Removes whole movies that follow the first one: readers show one, and take the other for unused data.
  mutating func removeFollowingMovies() {
    let bytes = original.bytes
    let heads = file.boxes.indices.filter { file.boxes[$0].type == "ftyp" }
    guard heads.first == 0, heads.count > 1,
      let first = file.boxes[..<heads[1]].first(where: { $0.type == "moov" }),
      first.isIntactMovie(in: bytes)
    else { return }
    let starts = heads.compactMap { file.boxes[$0].origin?.range.lowerBound }
      .map { $0 - bytes.range.lowerBound }
    let ends = starts.dropFirst() + [bytes.count]
    let parts = zip(starts, ends).compactMap { bytes.part($0..<$1) }
    let areMovies = parts.dropFirst().allSatisfy { part in
      BoxFile(part).boxes.first("moov")?.isIntactMovie(in: part) == true
    }
    guard areMovies, parts.count == heads.count else { return }
    file.boxes.removeSubrange(heads[1]...)
    file.trailing = Bytes()
    for (number, part) in parts.enumerated().dropFirst() {
      let isCopy = parts[..<number].contains { $0.elementsEqual(part) }
      losesMedia = losesMedia || !isCopy
      let range = "from byte \(part.fileOffset) on"
      notes.append(
        isCopy
          ? "the file has the same movie again, \(range): removed"
          : "another movie follows, \(range): it is not in the new file; these \(counted(part.count, "byte")) are a whole file of their own, which tail -c +\(part.fileOffset + 1) takes out of the original"
      )
    }
  }

  /// Removes `moov` boxes that cannot be read, or have the same content as the one that stays, if another one can be read.
  mutating func removeOtherMovies() {
    let bytes = original.bytes
    let movies = file.boxes.filter { $0.type == "moov" }
    // Most files have one, and nothing is wrong with it.
    guard
      movies.count > 1 || !file.trailing.isEmpty
        || !movies.allSatisfy({ $0.isIntactMovie(in: bytes) && !$0.isDamaged })
    else {
      return
    }
    let intact = movies.filter { $0.isIntactMovie(in: bytes) }
    let best = intact.first { !$0.isDamaged }
    if best == nil, let torn = movies.first, useMovie(behind: torn) { return }
    guard movies.count > 1, let used = (best ?? intact.first)?.origin else { return }
    var isKept = false
    file.boxes.removeAll { box in
      guard box.type == "moov", let origin = box.origin else { return false }
      if !isKept, origin == used {
        isKept = true
        return false
      }
      let isSame = origin.elementsEqual(used)
      guard isSame || box.isDamaged || !box.isIntactMovie(in: bytes) else { return false }
      notes.append(
        "the file has \(movies.count) moov boxes: the one at byte \(origin.fileOffset), which \(isSame ? "has the same content as the first" : box.isDamaged ? "cannot be read" : "does not lead to its samples"), is removed"
      )
      return true
    }
    if movies.first?.origin != used { changeAllTracks() }
  }

  /// Uses a `moov` box that begins within another one, which was written only partly, or after it.
  ///
  /// - Returns: whether there is one.
  private mutating func useMovie(behind torn: Box) -> Bool {
    guard let offset = torn.origin?.range.lowerBound,
      let index = file.boxes.firstIndex(where: { $0.origin == torn.origin }),
      file.boxes[..<index].contains(where: { $0.type == "mdat" })
    else { return false }
    let start = offset - original.bytes.range.lowerBound
    guard let found = RepairableMovie(in: original.bytes, from: start + torn.headerSize),
      !found.isBeforeSamples,
      let rest = original.bytes.part(
        found.bytes.range.lowerBound - original.bytes.range.lowerBound..<original.bytes.count)
    else { return false }
    let end = BoxFile(rest)
    file.boxes.replaceSubrange(index..., with: end.boxes)
    file.trailing = end.trailing
    changeAllTracks()
    notes.append(
      "the moov box at byte \(torn.origin?.fileOffset ?? 0) cannot be read: it is removed, and the one at byte \(found.bytes.fileOffset) is used"
    )
    return true
  }

  /// Keeps the tracks of a `moov` box whose tables can be read, if those of others were truncated or overwritten.
  ///
  /// - Returns: whether that was so.
  mutating func keepReadableTracks() -> Bool {
    guard let index = file.boxes.firstIndex(where: { $0.type == "moov" }),
      file.boxes.filter({ $0.type == "moov" }).count == 1
    else { return false }
    let moov = file.boxes[index]
    let tracks = moov.children.all("trak")
    let lost = tracks.filter { !$0.isReadableTrack }
    guard moov.statedSize != nil || !lost.isEmpty, lost.count < tracks.count,
      moov.children.first(MovieHeaderBox.self) != nil
    else { return false }
    let kept = moov.children.filter {
      $0.type == "trak" ? $0.isReadableTrack : $0.damage.isEmpty && $0.opaquePayload == nil
    }
    file.boxes[index] = .container("moov", kept)
    file.removeDescriptions(ofTracks: Set(lost.map(\.trackID)))
    changeAllTracks()
    losesMedia = true
    notes.append(
      "the moov box, at byte \(moov.origin?.fileOffset ?? 0), is not complete: it describes \(counted(tracks.count - lost.count, "track")), and the tables of \(lost.isEmpty ? "others" : counted(lost.count, "other")) are lost; boxwalk repair --like finds their samples with another recording of the same camera"
    )
    return true
  }

  private mutating func changeAllTracks() {
    changedTracks.formUnion(MovieFile(original)?.tracks.map(\.id) ?? [])
  }
}
