public import ISOBMFF

/// Where among the boxes of a container a new one is put.
public enum BoxPosition: Equatable, Sendable {
  /// Counted from 0.
  case index(Int)
  /// Before or behind the first of a type.
  case before(FourCC)
  case after(FourCC)
  case last
}

extension Edit {
  /// Takes out a box with all that is in it.
  ///
  ///     if let path = BoxPath("moov/udta") { try edit.remove(path) }
  ///
  /// The samples of a track go with it. What others refer to cannot be taken out: ``finished()`` throws
  /// if a sample or an item of what is left would no longer be read.
  public mutating func remove(_ path: BoxPath) throws(EditError) {
    guard let last = path.steps.last else { throw EditError("there is no box without a path") }
    let container = BoxPath(steps: path.steps.dropLast())
    var removed: Box?
    try changeChildren(of: container) { (children) throws(EditError) in
      let candidates = children.indices.filter { children[$0].type == last.type }
      guard candidates.indices.contains(last.index) else {
        throw EditError("there is no box at \(path)")
      }
      removed = children.remove(at: candidates[last.index])
    }
    guard let removed else { return }
    note(removal: removed, at: path)
  }

  /// Tracks that go are meant to go.
  private mutating func note(removal box: Box, at path: BoxPath) {
    let count = box.origin?.count ?? 0
    notes.append("\(path) is gone, of \(counted(count, "byte"))")
    let tracks = box.type == "trak" ? [box] : box.type == "moov" ? box.children.all("trak") : []
    for track in tracks {
      guard let id = track.children.first(TrackHeaderBox.self)?.trackID else { continue }
      changedTracks.insert(id)
      notes.append("with it goes track \(id); its samples stay where they are, unused")
    }
  }

  /// Puts a box into a container, or at the top of the file.
  ///
  ///     let box = Box(type: "free", opaque: Bytes([UInt8](repeating: 0, count: 24)))
  ///     if let movie = BoxPath("moov") { try edit.insert([box], into: movie, at: .last) }
  ///
  /// - Parameter path: of the container; that of no steps is the file itself.
  public mutating func insert(
    _ boxes: [Box], into path: BoxPath, at position: BoxPosition
  ) throws(EditError) {
    try changeChildren(of: path) { (children) throws(EditError) in
      let index: Int
      switch position {
      case .index(let wanted):
        guard (0...children.count).contains(wanted) else {
          throw EditError(
            "there is no place \(wanted) among \(counted(children.count, "box", "boxes"))")
        }
        index = wanted
      case .before(let type), .after(let type):
        guard let found = children.firstIndex(where: { $0.type == type }) else {
          throw EditError("there is no \(type) in \(path.steps.isEmpty ? "the file" : "\(path)")")
        }
        index = position == .after(type) ? found + 1 : found
      case .last: index = children.count
      }
      children.insert(contentsOf: boxes, at: index)
    }
    for box in boxes {
      notes.append("\(path.steps.isEmpty ? "the file" : "\(path)") has one more \(box.type) now")
    }
  }

  /// The same for bytes, which have to be whole boxes.
  public mutating func insert(
    bytes: Bytes, into path: BoxPath, at position: BoxPosition
  ) throws(EditError) {
    let read = BoxFile(bytes)
    if let damage = read.damage.first {
      throw EditError("what is to be put in is no sequence of boxes: \(damage)")
    }
    guard !read.boxes.isEmpty, read.trailing.isEmpty else {
      throw EditError(
        "what is to be put in is no sequence of whole boxes: \(counted(read.trailing.count, "byte")) are left"
      )
    }
    // As they are: what they mean depends on where they come to stand.
    var boxes: [Box] = []
    for box in read.boxes {
      guard let source = box.source, let size = source.part(0..<4), !size.allSatisfy({ $0 == 0 })
      else { throw EditError("what is to be put in has a box without a size") }
      boxes.append(box)
    }
    try insert(boxes, into: path, at: position)
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
      throw EditError("there is no box at \(path)")
    }
    let index = candidates[step.index]
    guard boxes[index].isContainer else {
      throw EditError("\(BoxPath(steps: path.steps.dropLast(steps.count - 1))) contains no boxes")
    }
    var children = boxes[index].children
    try self.change(&children, path, steps.dropFirst(), change)
    boxes[index].children = children
  }
}
