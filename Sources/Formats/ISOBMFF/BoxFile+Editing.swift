import FieldCoding

extension BoxFile {
  /// Adds media data in a new `mdat` box, after the others.
  ///
  /// - Returns: an offset with which `iloc`, `stco` and `co64` can refer to the first byte. It is after the end of the
  ///   file that was read; ``relocated()`` replaces it with the real offset.
  public mutating func addMedia(_ data: [UInt8]) -> Int {
    let media = Bytes(data)
    let offset = registerMedia(media)
    let box = Box(type: "mdat", opaque: media)
    let last = boxes.lastIndex { $0.type == "mdat" }
    boxes.insert(box, at: last.map { $0 + 1 } ?? boxes.endIndex)
    return offset
  }

  /// Replaces media data with parts of new media data.
  ///
  /// - Parameters:
  ///   - data: all of the new data.
  ///   - parts: the parts of it that replace bytes of the file that was read.
  /// - Returns: the offset with which `stco` and `co64` can refer to the first byte of `data`, as for
  ///   ``addMedia(_:)``; nil if a range is not completely in one box, or if two ranges overlap.
  package mutating func replaceMedia(
    by data: Bytes, _ parts: [(old: Range<Int>, new: Range<Int>)]
  ) -> Int? {
    var replacements: [Replacement] = []
    replacements.reserveCapacity(parts.count)
    for (old, new) in parts {
      guard let bytes = data.part(new) else { return nil }
      replacements.append(Replacement(old: old, new: bytes))
    }
    guard replace(replacements) else { return nil }
    return registerMedia(data)
  }

  /// Allows offsets of this file to refer to bytes of another one, or to bytes that an edit makes. They are in the new
  /// file if a box has them.
  ///
  /// - Returns: the offset of the first of them, which is after the end of the file that was read.
  package mutating func registerMedia(_ data: Bytes) -> Int {
    let offset = added.reduce(bytes.source.count) { $0 + $1.count }
    added.append(data)
    return offset
  }

  /// Sets a field of the box at `path`, by running its declaration.
  ///
  /// - Returns: whether the field exists.
  package mutating func assign(
    _ assignment: FieldAssignment, at path: BoxPath
  ) throws(FieldError) -> Bool {
    try boxes.assign(assignment, path.steps[...], FieldScope())
  }
}

extension [Box] {
  fileprivate mutating func assign(
    _ assignment: FieldAssignment, _ path: ArraySlice<BoxPath.Step>, _ scope: FieldScope
  ) throws(FieldError) -> Bool {
    guard let step = path.first else { return false }
    let candidates = indices.filter { self[$0].type == step.type }
    guard candidates.indices.contains(step.index) else { return false }
    let index = candidates[step.index]
    return try self[index].assign(assignment, path.dropFirst(), scope)
  }
}

extension Box {
  fileprivate mutating func assign(
    _ assignment: FieldAssignment, _ path: ArraySlice<BoxPath.Step>, _ scope: FieldScope
  ) throws(FieldError) -> Bool {
    guard case .body(var body) = content else { return false }
    var coder = FieldCoder()
    coder.scope = scope
    coder.scope.type = type
    guard path.isEmpty else {
      // The fields determine the scope of the children, such as the version of `iref`.
      try body.fields(&coder)
      var children = body.children
      guard try children.assign(assignment, path, coder.scope) else { return false }
      self.children = children
      return true
    }
    coder.assignment = assignment
    try body.fields(&coder)
    guard assignment.isDone else { return false }
    content = .body(body)
    return true
  }
}

extension BoxFile {
  /// Overwrites bytes of boxes without fields, and bytes after the last box, with zeros. Nothing moves.
  ///
  /// - Parameter ranges: ranges in the file that was read, within the payloads of boxes such as `mdat`, `idat` and
  ///   `free`.
  /// - Returns: whether all of them still exist. If not, some of them are zeros now.
  public mutating func erase(_ ranges: [Range<Int>]) -> Bool {
    let wanted = ranges.joined
    var erased = boxes.erase(wanted)
    // Other bytes have offsets of their own.
    if !trailing.isEmpty, trailing.source === bytes.source {
      let offset = trailing.fileOffset
      var changed = Array(trailing)
      for range in wanted.overlapping(offset..<offset + trailing.count) {
        let part = range.lowerBound - offset..<range.upperBound - offset
        changed.replaceSubrange(part, with: repeatElement(0, count: part.count))
        erased += part.count
      }
      if !changed.elementsEqual(trailing) { trailing = Bytes(changed) }
    }
    return erased == wanted.reduce(0) { $0 + $1.count }
  }
}

extension [Box] {
  /// - Returns: how many bytes are zeros now.
  fileprivate mutating func erase(_ ranges: [Range<Int>]) -> Int {
    var erased = 0
    for index in indices {
      guard let origin = self[index].origin else { continue }
      let offset = origin.fileOffset
      let inside = ranges.overlapping(offset..<offset + origin.count)
      guard !inside.isEmpty else { continue }
      if self[index].pieces.isEmpty {
        var children = self[index].children
        let count = children.erase(inside)
        if count > 0 { self[index].children = children }
        erased += count
      } else {
        let done = self[index].splice { range in
          inside.overlapping(range).map {
            Replacement(old: $0, new: Bytes([UInt8](repeating: 0, count: $0.count)))
          }
        }
        erased += done.bytes
      }
    }
    return erased
  }
}

extension [Range<Int>] {
  /// The ranges in order; adjacent and overlapping ranges are joined.
  package var joined: [Range<Int>] {
    var joined: [Range<Int>] = []
    for range in sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }

  /// The parts of these ranges inside `whole`. The ranges have to be in order, and must not overlap.
  package func overlapping(_ whole: Range<Int>) -> [Range<Int>] {
    let first = partitioningIndex { $0.upperBound > whole.lowerBound }
    return self[first...].prefix { $0.lowerBound < whole.upperBound }
      .map { $0.clamped(to: whole) }.filter { !$0.isEmpty }
  }

  /// The parts of `whole` outside these ranges. The ranges have to be in order, and must not overlap.
  package func gaps(in whole: Range<Int>) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var position = whole.lowerBound
    for range in overlapping(whole) {
      if position < range.lowerBound { gaps.append(position..<range.lowerBound) }
      position = range.upperBound
    }
    if position < whole.upperBound { gaps.append(position..<whole.upperBound) }
    return gaps
  }
}

extension BoxFile {
  /// Uses free space to compensate for changed boxes that grew or shrank, so that nothing else moves: free space inside or
  /// after a changed box. A box that became smaller gets free space after it.
  ///
  /// - Returns: false if something moves nevertheless. ``relocated()`` is correct in both cases.
  public mutating func keepOffsets() throws(FieldError) -> Bool {
    try boxes.keepOffsets(isFollowed: !trailing.isEmpty)
  }
}

extension [Box] {
  /// The same as ``BoxFile/keepOffsets()`` for the children of a box.
  ///
  /// - Parameter isFollowed: whether the data after the last of them must not move.
  package mutating func keepOffsets(isFollowed: Bool) throws(FieldError) -> Bool {
    var isKept = true
    var index = 0
    while index < count {
      defer { index += 1 }
      guard let origin = self[index].origin, self[index].source == nil else { continue }
      let growth = try self[index].encodedCount() - origin.count
      guard growth != 0, isFollowed || !isLast(index) else { continue }
      if self[index].takeUp(growth) { continue }
      if index + 1 < count, self[index + 1].isFreeSpace {
        let room = self[index + 1].resized(by: -growth)
        if let room {
          self[index + 1] = room
          continue
        }
        if try self[index + 1].encodedCount() == growth {
          remove(at: index + 1)
          continue
        }
      } else if let room = Box.freeSpace(-growth) {
        insert(room, at: index + 1)
        index += 1
        continue
      }
      isKept = false
    }
    return isKept
  }

  /// Whether only free space follows a box.
  private func isLast(_ index: Int) -> Bool { self[(index + 1)...].allSatisfy { $0.isFreeSpace } }
}

extension Box {
  /// Whether it is `free` or `skip` (ISO/IEC 14496-12 §8.1.2), read or made.
  var isFreeSpace: Bool { ["free", "skip"].contains(type) && opaquePayload != nil }

  /// Free space with this total size; nil if there is no such box.
  static func freeSpace(_ count: Int, type: FourCC = "free") -> Box? {
    guard count >= 8 else { return nil }
    return Box(type: type, opaque: Bytes([UInt8](repeating: 0, count: count - 8)))
  }

  fileprivate func encodedCount() throws(FieldError) -> Int {
    var coder = FieldCoder()
    try write(to: &coder)
    return coder.written.count
  }

  /// Free space of another size; nil if it would be too small to be a box.
  fileprivate func resized(by growth: Int) -> Box? {
    guard isFreeSpace, let count = try? encodedCount() else { return nil }
    return Box.freeSpace(count + growth, type: type)
  }

  /// Reduces free space among the children by `growth`.
  ///
  /// - Returns: whether that is possible.
  fileprivate mutating func takeUp(_ growth: Int) -> Bool {
    var children = children
    guard let index = children.lastIndex(where: { $0.isFreeSpace }) else { return false }
    if let room = children[index].resized(by: -growth) {
      children[index] = room
    } else if (try? children[index].encodedCount()) == growth {
      children.remove(at: index)
    } else {
      return false
    }
    self.children = children
    return true
  }

  /// Corrects the offsets in this box's own fields, which its declaration passes to `correction`. Its children do not
  /// change.
  ///
  /// - Returns: the scope for its children.
  package mutating func correctOffsets(
    by correction: OffsetCorrection, in scope: FieldScope
  ) throws(FieldError) -> FieldScope {
    guard case .body(var body) = content else { return scope }
    var coder = FieldCoder()
    coder.scope = scope
    coder.scope.type = type
    coder.correction = correction
    do throws(FieldError) { try body.fields(&coder) } catch {
      // Errors of writing are reported later, when the box is written.
      guard correction.isUsed else { return coder.scope }
      throw error
    }
    if correction.isChanged { content = .body(body) }
    return coder.scope
  }

  /// Makes the fields of its offsets wider.
  ///
  /// - Returns: whether it has such fields.
  package mutating func widenOffsets() -> Bool {
    guard case .body(let body) = content, let wider = body.withWiderOffsets else { return false }
    if Swift.type(of: wider).type == Swift.type(of: body).type {
      content = .body(wider)
    } else {
      self = Box(wider)
    }
    return true
  }
}
