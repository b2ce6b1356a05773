import ISOBMFF
import Metadata

extension Stripping {
  /// Strips metadata in boxes: user data, keys, XMP, and boxes of vendors.
  mutating func stripBoxes() throws(EditError) {
    var boxes: [Box] = []
    for box in file.boxes {
      switch try strip(box, in: []) {
      case .same: boxes.append(box)
      case .changed(let box): boxes.append(box)
      case .gone:
        // The box keeps its size, so that nothing moves.
        let size = (box.origin?.count ?? 8) - 8
        boxes.append(Box(type: "free", opaque: Bytes([UInt8](repeating: 0, count: max(0, size)))))
      }
    }
    file.boxes = boxes
  }

  /// Names what is left in boxes and was not searched.
  mutating func nameUnread() {
    unread = unreadParts
    unknown += unread.map(\.name)
    if !file.findings.isEmpty { unknown.append("damaged boxes") }
  }

  /// What nobody here can read in boxes: every field that is neither a number nor a text, and texts that state a
  /// location and cannot be taken out.
  private var unreadParts: [BoxContents.Part] {
    let isDone = hasDoneMovieInside
    let contents = BoxContents(file) { !(isDone && $0.type == "mpvd") }
    return contents.unread.filter { !isSearched($0) }
      // A text is searched for locations, and not for anything else.
      + contents.texts.filter {
        what == .all && $0.field == "data" || $0.bytes.statesLocation(locations)
      }
  }

  /// Whether bytes without fields were searched as the images and the values that they are.
  private func isSearched(_ part: BoxContents.Part) -> Bool {
    guard let list = part.path.lastIndex(of: "ilst"), list + 1 < part.path.count else {
      return part.bytes.starts(with: [0xFF, 0xD8, 0xFF])
    }
    let item = part.path[list + 1]
    // Numbers of tracks and discs; values of keys are named by their keys.
    if ["trkn", "disk"].contains(item) || item.rawValue <= 0xFFFF { return true }
    return item == "covr" && part.bytes.starts(with: [0xFF, 0xD8, 0xFF])
  }

  enum Change {
    case same
    case changed(Box)
    case gone
  }

  /// - Parameter path: the types of the boxes around it.
  private mutating func strip(_ box: Box, in path: [FourCC]) throws(EditError) -> Change {
    let name = (path + [box.type]).map(\.description).joined(separator: "/")
    let parent = path.last ?? "file"
    if box.type == "stbl" { return strippedEntries(of: box, name) }
    if Stripping.isMedia(box) || box.type == "mpvd" && hasDoneMovieInside { return .same }
    if what == .all, goes(box, in: parent) {
      removed.append(title(of: box, name))
      if box.holdsCover { remarks.append("the cover picture is removed with \(name)") }
      return .gone
    }
    if let change = stripContent(of: box, in: path, name) { return change }
    if let reason = reasonToGo(box, in: path) {
      removed.append(title(of: box, name))
      if !reason.isEmpty { remarks.append("\(name) \(reason)") }
      return .gone
    }
    if what == .location { noteText(of: box, in: path, name) }
    guard box.isContainer else { return .same }
    return try stripChildren(of: box, in: path)
  }

  private mutating func stripChildren(
    of box: Box, in path: [FourCC]
  ) throws(EditError) -> Change {
    var children = box.children
    var isChanged = false
    if box.type == "meta", stripKeys(&children, in: path) { isChanged = true }
    var kept: [Box] = []
    var gone: Set<Int> = []
    for (index, child) in children.enumerated() {
      switch try strip(child, in: path + [box.type]) {
      case .same: kept.append(child)
      case .changed(let child):
        kept.append(child)
        isChanged = true
      case .gone:
        gone.insert(index)
        isChanged = true
      }
    }
    guard isChanged else { return .same }
    if box.type == "ipco" { removedProperties = gone }
    if box.type == "iprp", !removedProperties.isEmpty {
      for index in kept.indices {
        try kept[index][ItemPropertyAssociationBox.self]?.renumber { number in
          removedProperties.contains(number - 1)
            ? 0 : number - removedProperties.count { $0 < number - 1 }
        }
      }
    }
    if box.type == "mpvd" {
      // The movie inside has its own offsets.
      guard (try? kept.keepOffsets(isFollowed: true)) == true else {
        throw EditError(
          .unsupported, "the metadata of the movie in mpvd leaves a space that cannot be filled")
      }
    }
    var box = box
    box.children = kept
    // What was needed in it may be gone.
    return what == .all && goes(box, in: path.last ?? "file") ? .gone : .changed(box)
  }
}
