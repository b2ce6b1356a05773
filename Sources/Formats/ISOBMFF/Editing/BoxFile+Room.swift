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
}
