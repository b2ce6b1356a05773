import ISOBMFF
import Testing

/// Small changes to the boxes of a file.
extension BoxFile {
  /// Changes the box at a path.
  mutating func edit(_ path: String, _ change: (inout Box) throws -> Void) throws {
    let steps = try #require(BoxPath(path)).steps
    try BoxFile.edit(&boxes, steps[...], change)
  }

  /// Changes the fields of the box at a path.
  mutating func edit<Body: BoxBody>(
    _ path: String, as body: Body.Type, _ change: (inout Body) throws -> Void
  ) throws {
    try edit(path) { box in
      var fields = try #require(box[body])
      try change(&fields)
      box[body] = fields
    }
  }

  /// Changes the list of boxes that has the box at a path: it is given the list, and the index.
  mutating func editList(
    around path: String, _ change: (inout [Box], Int) throws -> Void
  ) throws {
    var steps = try #require(BoxPath(path)).steps
    let last = steps.removeLast()
    if steps.isEmpty {
      return try change(&boxes, try BoxFile.index(of: last, in: boxes))
    }
    try BoxFile.edit(&boxes, steps[...]) { box in
      try change(&box.children, try BoxFile.index(of: last, in: box.children))
    }
  }

  /// Removes the box at a path.
  mutating func remove(_ path: String) throws {
    try editList(around: path) { list, index in list.remove(at: index) }
  }

  /// Appends a box to the children of the box at a path.
  mutating func append(_ box: Box, in path: String) throws {
    try edit(path) { $0.children.append(box) }
  }

  private static func edit(
    _ boxes: inout [Box], _ steps: ArraySlice<BoxPath.Step>, _ change: (inout Box) throws -> Void
  ) throws {
    let first = try #require(steps.first)
    let index = try index(of: first, in: boxes)
    if steps.count == 1 { return try change(&boxes[index]) }
    try edit(&boxes[index].children, steps.dropFirst(), change)
  }

  private static func index(of step: BoxPath.Step, in boxes: [Box]) throws -> Int {
    let indices = boxes.indices.filter { boxes[$0].type == step.type }
    try #require(indices.indices.contains(step.index), "there is no \(step.type)")
    return indices[step.index]
  }
}

extension BoxFile {
  /// The bytes after the change. Data that moved because boxes before it grew or shrank is found at its new offset.
  func encodedAfterChange(from original: BoxFile) throws -> [UInt8] {
    func dataStart(_ file: BoxFile) throws -> Int {
      var position = 0
      for box in file.boxes {
        if box.type == "mdat" { return position }
        var alone = BoxFile(Bytes())
        alone.boxes = [box]
        position += try alone.encoded().count
      }
      return 0
    }
    let shift = try dataStart(self) - dataStart(original)
    var moved = self
    if shift != 0 {
      for index in moved.boxes.indices { BoxFile.move(&moved.boxes[index], by: shift) }
    }
    return try moved.encoded().bytes
  }

  private static func move(_ box: inout Box, by shift: Int) {
    if var location = box[ItemLocationBox.self] {
      for index in location.items.indices where location.items[index].constructionMethod == 0 {
        if location.sizes.baseOffset > 0 {
          location.items[index].baseOffset &+= UInt64(bitPattern: Int64(shift))
        } else {
          for extent in location.items[index].extents.indices {
            location.items[index].extents[extent].offset &+= UInt64(bitPattern: Int64(shift))
          }
        }
      }
      box[ItemLocationBox.self] = location
    } else if var chunks = box[ChunkOffsetBox.self] {
      let offsets = chunks.chunkOffsets
      chunks.chunkOffsets = FieldTable(
        columns: offsets.columns,
        rows: (0..<offsets.count).map { [offsets[$0, 0] + Int64(shift)] })
      box[ChunkOffsetBox.self] = chunks
    } else if !box.children.isEmpty,
      ["moov", "trak", "mdia", "minf", "stbl", "meta"].contains(box.type)
    {
      for index in box.children.indices { move(&box.children[index], by: shift) }
    }
  }
}
