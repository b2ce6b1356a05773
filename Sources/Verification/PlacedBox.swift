public import ISOBMFF

/// A box, and where it stands in the file.
public struct PlacedBox: Sendable {
  public let box: Box
  public let path: BoxPath
  /// Of the first byte of its header.
  public let offset: Int
  /// Its bytes in the file, header included.
  public let bytes: Bytes
  /// Its own place in ``VerifiedFile/walk``.
  let index: Int
  /// That of the box around it; nil at the top.
  let container: Int?

  public var type: FourCC { box.type }
  /// Of the first byte after it.
  public var end: Int { offset + bytes.count }

  /// All boxes below `boxes`, each before those inside it.
  static func walk(_ boxes: [Box]) -> [PlacedBox] {
    var walk: [PlacedBox] = []
    func add(_ boxes: [Box], _ path: [BoxPath.Step], _ container: Int?) {
      var seen: [FourCC: Int] = [:]
      for box in boxes {
        guard let bytes = box.source else { continue }
        let index = seen[box.type, default: 0]
        seen[box.type] = index + 1
        let path = path + [BoxPath.Step(type: box.type, index: index)]
        let children = box.children
        walk.append(
          PlacedBox(
            box: box, path: BoxPath(steps: path), offset: bytes.fileOffset, bytes: bytes,
            index: walk.count, container: container))
        if !children.isEmpty { add(children, path, walk.count - 1) }
      }
    }
    add(boxes, [], nil)
    return walk
  }
}
