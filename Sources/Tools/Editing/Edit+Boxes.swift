public import ISOBMFF

/// The position of a new box among the boxes of a container.
public enum BoxPosition: Equatable, Sendable {
  /// An index, from 0.
  case index(Int)
  /// The position before or after the first box of a type.
  case before(FourCC)
  case after(FourCC)
  case last
}

extension Edit {
  /// Removes a box with its content.
  ///
  ///     if let path = BoxPath("moov/udta") { try edit.remove(path) }
  ///
  /// If the box is a track, its samples are no longer part of the movie. A box that is still needed cannot be
  /// removed: ``finished()`` throws if a remaining sample or item could no longer be read.
  public mutating func remove(_ path: BoxPath) throws(EditError) {
    guard let last = path.steps.last else {
      throw EditError(.invalid, "the path of the box is empty")
    }
    let container = BoxPath(steps: path.steps.dropLast())
    try refuseCounted(container, "removed from")
    var removed: Box?
    var removedIndex = 0
    try changeChildren(of: container) { (children) throws(EditError) in
      let candidates = children.indices.filter { children[$0].type == last.type }
      guard candidates.indices.contains(last.index) else {
        throw EditError(.notFound, "there is no box at \(path)")
      }
      removedIndex = candidates[last.index]
      removed = children.remove(at: removedIndex)
    }
    guard let removed else { return }
    try renumberProperties(around: container) { number in
      number == removedIndex + 1 ? 0 : number > removedIndex + 1 ? number - 1 : number
    }
    note(removal: removed, at: path)
  }

  /// Removes all boxes that match a pattern. It throws if there are none.
  public mutating func remove(_ pattern: BoxPattern) throws(EditError) {
    let paths = pattern.paths(in: file)
    if paths.isEmpty { throw EditError(.notFound, "there is no box at \(pattern)") }
    // The paths have the numbers from before the removal. A box inside another match is removed with it.
    var outermost: [BoxPath] = []
    for path in paths where outermost.last.map({ !path.steps.starts(with: $0.steps) }) ?? true {
      outermost.append(path)
    }
    for path in outermost.reversed() { try remove(path) }
  }

  /// Expects the removal of tracks.
  private mutating func note(removal box: Box, at path: BoxPath) {
    let count = box.origin?.count ?? 0
    notes.append("\(path) is removed, with \(counted(count, "byte"))")
    let tracks = box.type == "trak" ? [box] : box.type == "moov" ? box.children.all("trak") : []
    for track in tracks {
      guard let id = track.children.first(TrackHeaderBox.self)?.trackID else { continue }
      changedTracks.insert(id)
      notes.append("track \(id) is removed with it; its samples stay in the file, unused")
    }
    if box.holdsCover {
      losesMedia = true
      notes.append("this also removes the cover picture")
    }
  }

  /// Inserts boxes into a container, or at the top level of the file.
  ///
  ///     let box = Box(type: "free", opaque: Bytes([UInt8](repeating: 0, count: 24)))
  ///     if let movie = BoxPath("moov") { try edit.insert([box], into: movie, at: .last) }
  ///
  /// Throws if there is no such container or position, or if a count in front of the boxes would be wrong afterwards.
  ///
  /// - Parameter path: the path of the container; the empty path is the file itself.
  public mutating func insert(
    _ boxes: [Box], into path: BoxPath, at position: BoxPosition
  ) throws(EditError) {
    if position != .last { try refuseCounted(path, "inserted between the boxes of") }
    var insertedIndex = 0
    try changeChildren(of: path) { (children) throws(EditError) in
      let index: Int
      switch position {
      case .index(let wanted):
        guard (0...children.count).contains(wanted) else {
          throw EditError(
            .notFound,
            "there is no position \(wanted) among \(counted(children.count, "box", "boxes"))")
        }
        index = wanted
      case .before(let type), .after(let type):
        guard let found = children.firstIndex(type) else {
          throw EditError(
            .notFound, "there is no \(type) in \(path.steps.isEmpty ? "the file" : "\(path)")")
        }
        index = position == .after(type) ? found + 1 : found
      case .last: index = children.count
      }
      children.insert(contentsOf: boxes, at: index)
      insertedIndex = index
    }
    try renumberProperties(around: path) { number in
      number > insertedIndex ? number + boxes.count : number
    }
    // Inserted free space must not be used up by the boxes that it moves.
    if boxes.contains(where: { ["free", "skip"].contains($0.type) }) { keepsOffsets = false }
    for box in boxes {
      let container = path.steps.isEmpty ? "the file" : "\(path)"
      notes.append("\(container) has one more \(box.type) box now")
    }
  }

  /// Inserts bytes, which have to be complete boxes.
  ///
  /// Throws if the bytes are not complete boxes with a size, and as ``insert(_:into:at:)-(_,BoxPath,_)`` does.
  ///
  /// - Parameter name: what errors call the bytes, such as the name of their file.
  public mutating func insert(
    bytes: Bytes, into path: BoxPath, at position: BoxPosition,
    named name: String = "the data to insert"
  ) throws(EditError) {
    let read = BoxFile(bytes)
    if let damage = read.damage.first {
      throw EditError(.invalid, "\(name) is not a sequence of boxes: \(damage)")
    }
    guard !read.boxes.isEmpty, read.trailing.isEmpty else {
      throw EditError(
        .invalid,
        "\(name) is not a sequence of whole boxes: \(counted(read.trailing.count, "byte is", "bytes are")) left"
      )
    }
    for box in read.boxes {
      guard let size = box.source?.part(0..<4), !size.allSatisfy({ $0 == 0 }) else {
        throw EditError(.invalid, "\(name) has a box without a size")
      }
      guard box.statedSize == nil else {
        throw EditError(.invalid, "\(name) ends in the middle of its \(box.type) box")
      }
    }
    // The boxes do not change, although their meaning depends on the container.
    try insert(read.boxes, into: path, at: position)
  }

  /// Refuses containers whose boxes are identified by their index.
  private func refuseCounted(_ container: BoxPath, _ words: String) throws(EditError) {
    guard let type = container.steps.last?.type, ["stsd", "dref", "ipro", "keys"].contains(type)
    else { return }
    throw EditError(
      .invalid,
      "no box can be \(words) \(container), because other boxes refer to these boxes by their position"
    )
  }

  /// Properties are also identified by their index in `ipco`, but all references to them are known.
  ///
  /// - Parameter number: the new number for an old one, from 1; 0 if the property was removed.
  private mutating func renumberProperties(
    around container: BoxPath, _ number: (Int) -> Int
  ) throws(EditError) {
    guard container.steps.last?.type == "ipco" else { return }
    try changeChildren(of: BoxPath(steps: container.steps.dropLast())) {
      (children) throws(EditError) in
      for index in children.indices {
        guard var map = children[index][ItemPropertyAssociationBox.self] else { continue }
        try map.renumber(number)
        if map != children[index][ItemPropertyAssociationBox.self] {
          children[index][ItemPropertyAssociationBox.self] = map
        }
      }
    }
  }

  private mutating func changeChildren(
    of path: BoxPath, _ change: (inout [Box]) throws(EditError) -> Void
  ) throws(EditError) {
    try Edit.change(&file.boxes, path, path.steps[...], change)
  }

  private static func change(
    _ boxes: inout [Box], _ path: BoxPath, _ steps: ArraySlice<BoxPath.Step>,
    _ change: (inout [Box]) throws(EditError) -> Void
  ) throws(EditError) {
    guard let step = steps.first else { return try change(&boxes) }
    let candidates = boxes.indices.filter { boxes[$0].type == step.type }
    guard candidates.indices.contains(step.index) else {
      throw EditError(.notFound, "there is no box at \(path)")
    }
    let index = candidates[step.index]
    guard boxes[index].isContainer else {
      throw EditError(
        .invalid, "\(BoxPath(steps: path.steps.dropLast(steps.count - 1))) contains no boxes")
    }
    var children = boxes[index].children
    try self.change(&children, path, steps.dropFirst(), change)
    boxes[index].children = children
  }
}

extension ItemPropertyAssociationBox {
  /// Gives properties other numbers.
  ///
  /// - Parameter number: the new number for an old one, from 1; 0 if the property was removed.
  mutating func renumber(_ number: (Int) -> Int) throws(EditError) {
    let most = header.flags & 1 == 0 ? 127 : 32_767
    for entry in entries.indices {
      var kept: [Association] = []
      for var association in entries[entry].associations {
        let old = Int(association.propertyIndex)
        let new = old == 0 ? 0 : number(old)
        guard new > 0 || old == 0 else { continue }
        guard new <= most else {
          throw EditError(.unsupported, "has too many properties for one more")
        }
        association.propertyIndex = UInt16(new)
        kept.append(association)
      }
      entries[entry].associations = kept
    }
  }
}
