/// Corrects what boxes say of places in the file.
struct Relocator {
  let relocation: Relocation
  /// What holds for samples of fragments that do not say otherwise, by track.
  let defaults: [UInt32: TrackExtendsBox]

  init(_ relocation: Relocation, _ file: BoxFile) {
    self.relocation = relocation
    let extends = file.boxes.filter { $0.type == "moov" }.flatMap(\.children)
      .filter { $0.type == "mvex" }.flatMap(\.children)
    defaults = Dictionary(
      extends.compactMap { $0[TrackExtendsBox.self] }.map { ($0.trackID, $0) }
    ) { first, _ in first }
  }

  /// Boxes that state no wrong place stay as they are.
  ///
  /// - Returns: whether any was changed.
  @discardableResult
  func relocate(_ boxes: inout [Box]) throws(FieldError) -> Bool {
    var isChanged = false
    for index in boxes.indices {
      do throws(FieldError) {
        if try relocate(&boxes[index]) { isChanged = true }
      } catch {
        throw error.nested(in: "\(boxes[index].type)")
      }
    }
    return isChanged
  }

  private func relocate(_ box: inout Box) throws(FieldError) -> Bool {
    switch box.type {
    case "iloc":
      return try change(&box, ItemLocationBox.self) { (items) throws(FieldError) in
        try items.relocate(relocation)
      }
    case "stco": return try relocateChunks(&box)
    case "co64":
      return try change(&box, ChunkLargeOffsetBox.self) { (chunks) throws(FieldError) in
        chunks.chunkOffsets = try relocated(chunks.chunkOffsets, 0)
      }
    case "saio":
      return try change(&box, SampleAuxiliaryInformationOffsetsBox.self) {
        (auxiliary) throws(FieldError) in
        auxiliary.offsets = try relocated(auxiliary.offsets, 0)
      }
    case "tfra":
      return try change(&box, TrackFragmentRandomAccessBox.self) { (access) throws(FieldError) in
        access.entries = try relocated(access.entries, 1)
      }
    case "sidx":
      guard let origin = box.origin else { return false }
      return try change(&box, SegmentIndexBox.self) { (index) throws(FieldError) in
        try index.relocate(relocation, endingAt: origin.fileOffset + origin.count)
      }
    case "moof": return try relocateFragment(&box)
    default:
      var children = box.children
      guard !children.isEmpty, try relocate(&children) else { return false }
      box.children = children
      return true
    }
  }

  /// Sets a box's fields if they are others now.
  func change<Body: BoxBody>(
    _ box: inout Box, _: Body.Type, _ edit: (inout Body) throws(FieldError) -> Void
  ) throws(FieldError) -> Bool {
    guard let body = box[Body.self] else { return false }
    var changed = body
    try edit(&changed)
    guard changed != body else { return false }
    box[Body.self] = changed
    return true
  }

  private func relocateChunks(_ box: inout Box) throws(FieldError) -> Bool {
    guard let chunks = box[ChunkOffsetBox.self] else { return false }
    let offsets = try relocated(chunks.chunkOffsets, 0)
    guard offsets != chunks.chunkOffsets else { return false }
    var most: Int64 = 0
    offsets.forEachRow { _, row in most = max(most, row[0]) }
    guard most > Int64(UInt32.max) else {
      box[ChunkOffsetBox.self]?.chunkOffsets = offsets
      return true
    }
    var large = ChunkLargeOffsetBox()
    large.header = chunks.header
    var rows: [[Int64]] = []
    offsets.forEachRow { _, row in rows.append(row) }
    large.chunkOffsets = FieldTable(columns: [.fileOffset(64, "chunk_offset")], rows: rows)
    box = Box(large)
    return true
  }

  /// A column of absolute places. A place at which there is nothing, past the end of the file or in
  /// what was taken out, is an error: it would point to something else.
  private func relocated(_ table: FieldTable, _ column: Int) throws(FieldError) -> FieldTable {
    try table.mapping(column) { (old) throws(FieldError) in
      guard let new = relocation.start(at: Int(clamping: old)) else { throw lost(old) }
      return Int64(new)
    }
  }

  func lost(_ old: Int64) -> FieldError {
    FieldError(
      .invalid("the bytes at \(old), to which it points, are not in the new file"),
      offset: Int(clamping: old))
  }
}
