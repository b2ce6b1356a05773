import FieldCoding
import ISOBMFF
import Movie
import Rescue

/// Fragments to which the sizes of the boxes before them do not lead.
extension Edit {
  /// Finds the fragments of a movie if the boxes at the top do not lead to all of them: the size of an `mdat` box is wrong, or
  /// bytes are missing, overwritten or added. Media data without a `moof` box that can be read stays without description.
  public mutating func findFragments() {
    let isWithoutBoxes = file.boxes.allSatisfy { $0.definition() == nil }
    let isInFragments = file.boxes.contains {
      $0.type == "moof" || $0.type == "moov" && $0.children.contains { $0.type == "mvex" }
    }
    guard isWithoutBoxes || isInFragments || !hasDescription, !file.boxesLeadToEnd else { return }
    var walk = FragmentWalk(original.bytes)
    walk.run()
    let starts = file.boxes.compactMap { $0.origin?.range.lowerBound }
    guard walk.fragmentCount > 0,
      walk.starts != starts || file.lostFragments != nil && walk.lostCount > 0
    else { return }
    let known = Dictionary(
      file.boxes.compactMap { box in box.origin.map { ($0.range, box) } }
    ) { first, _ in first }
    file.boxes = walk.boxes(known)
    file.trailing = Bytes()
    // They state where fragments were.
    file.boxes.removeAll { ["sidx", "ssix", "mfra"].contains($0.type) }
    let offsets = walk.damagedOffsets.map { "\($0)" }
    notes.append(
      "the sizes of the boxes do not lead from fragment to fragment, at byte \(offsets.prefix(8).joined(separator: ", "))\(offsets.count > 8 ? " and \(offsets.count - 8) others" : ""): \(counted(walk.fragmentCount, "fragment")) found by their content"
    )
    if walk.lostCount > 0 {
      notes.append("\(counted(walk.lostCount, "byte")) that no fragment describes: left out")
    }
    losesMedia = true
    changedTracks.formUnion(MovieFile(original)?.tracks.map(\.id) ?? [])
    file.boxes.correctFragmentBases()
  }

  /// Removes the description of fragments, or of a track in them, if it is damaged: it leads to no samples.
  mutating func removeDamagedFragments() {
    var lost = 0
    for index in file.boxes.indices where file.boxes[index].type == "moof" {
      let children = file.boxes[index].children
      let kept = children.filter { $0.type != "traf" || $0.isReadableFragment }
      let isLost =
        !kept.contains { $0.type == "traf" } || file.boxes[index].trailing.contains { $0 != 0 }
      guard isLost || kept.count < children.count else { continue }
      lost += 1
      if isLost {
        file.boxes[index] = Box(type: "free", opaque: Bytes())
      } else {
        file.boxes[index].children = kept
      }
    }
    let indexes: Set<FourCC> = ["sidx", "ssix", "mfra"]
    let isIndexLost = file.boxes.contains { indexes.contains($0.type) && $0.isBroken }
    guard lost > 0 || isIndexLost else { return }
    file.boxes.removeAll { indexes.contains($0.type) }
    if isIndexLost { notes.append("the index of the fragments is damaged: removed") }
    guard lost > 0 else { return }
    losesMedia = true
    changedTracks.formUnion(MovieFile(original)?.tracks.map(\.id) ?? [])
    notes.append("lost: samples of \(counted(lost, "fragment")) whose description is damaged")
  }

  /// Puts fragments in the order of their numbers if their times are in this order as well: players play them in the order
  /// of the file.
  mutating func orderFragments() {
    guard let movie = MovieFile(file), movie.tracks.contains(where: \.goesBackInTime) else {
      return
    }
    // What precedes the fragments, and each fragment.
    var parts: [[Box]] = [[]]
    // An index states where fragments were.
    for box in file.boxes where !["sidx", "ssix", "mfra"].contains(box.type) {
      var part = [box]
      if box.type == "moof" {
        while let last = parts[parts.count - 1].last, ["styp", "prft", "emsg"].contains(last.type) {
          part.insert(parts[parts.count - 1].removeLast(), at: 0)
        }
        parts.append(part)
      } else {
        parts[parts.count - 1] += part
      }
    }
    let head = parts.removeFirst()
    func number(_ fragment: [Box]) -> UInt32 {
      fragment.first("moof")?.children.first(MovieFragmentHeaderBox.self)?.sequenceNumber ?? 0
    }
    parts.sort { number($0) < number($1) }
    var ordered = file
    ordered.boxes = head + parts.joined()
    guard zip(parts, parts.dropFirst()).allSatisfy({ number($0) < number($1) }),
      MovieFile(ordered)?.tracks.contains(where: \.goesBackInTime) == false
    else { return }
    file = ordered
    notes.append("the fragments were not in the order of their times: put in order")
    changedTracks.formUnion(movie.tracks.map(\.id))
  }

  /// Removes samples of fragments from the first one on that is not whole, because bytes of the fragment are missing.
  mutating func shortenDamagedFragments() {
    let areUnchanged = file.boxesOfFragmentsAreUnchanged(in: original)
    let last = original.boxes.last
    let isCut = last?.type == "mdat" && last?.statedSize != nil
    guard isCut || !areUnchanged, let movie = MovieFile(file) else { return }
    var shortened = 0
    for (index, next) in zip(file.boxes.indices, file.boxes.indices.dropFirst())
    where file.boxes[index].type == "moof" {
      guard let start = file.boxes[index].origin?.fileOffset,
        let end = file.boxes[next].pieces.last.map({ $0.fileOffset + $0.count }),
        let damaged = movie.firstDamagedSample(
          ofFragment: start, endingAt: end,
          isCut: isCut && index + 2 >= file.boxes.count, in: original.bytes)
      else { continue }
      if let rest = file.boxes[index].fragment(at: start, before: damaged, in: movie) {
        file.boxes[index] = rest
      } else {
        file.boxes[index] = Box(type: "free", opaque: Bytes())
      }
      shortened += 1
    }
    guard shortened > 0 else { return }
    notes.append("lost: samples of \(counted(shortened, "fragment")) with missing bytes")
  }
}

extension Box {
  /// Whether it is a `traf` box that names its track, and all boxes in it can be read.
  fileprivate var isReadableFragment: Bool {
    children.first(TrackFragmentHeaderBox.self)?.trackID ?? 0 > 0
      && !isBroken && !children.contains { $0.type == "trun" && $0.isHollow }
  }
}

extension BoxFile {
  /// Whether the sizes of the boxes lead to the end, and nothing is among them that is not known.
  fileprivate var boxesLeadToEnd: Bool {
    let isKnown = boxes.allSatisfy { $0.definition() != nil && $0.damage.isEmpty }
    guard isKnown, trailing.isEmpty else { return false }
    // A box of size 0 goes up to the end.
    return boxes.last.map { $0.type != "mdat" || $0.origin?.number(at: 0, size: 4) != 0 } ?? true
  }

  fileprivate func boxesOfFragmentsAreUnchanged(in original: BoxFile) -> Bool {
    boxes.compactMap { $0.source?.range } == original.boxes.compactMap { $0.source?.range }
  }
}
