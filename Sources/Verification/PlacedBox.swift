public import ISOBMFF

/// A box, and where it stands in the file.
///
/// A class: rules hand these around by the thousand, and a box has many parts to copy.
public final class PlacedBox: Sendable {
  public let box: Box
  private let parent: PlacedBox?
  /// The boxes that it stands among, and which of them it is.
  private let siblings: [Box]
  private let position: Int
  /// Of the first byte of its header.
  public let offset: Int
  /// Its bytes in the file, header included.
  public let bytes: Bytes
  /// Its own place in ``VerifiedFile/walk``.
  let index: Int

  private init(
    _ position: Int, of siblings: [Box], _ bytes: Bytes, in parent: PlacedBox?, index: Int
  ) {
    box = siblings[position]
    self.siblings = siblings
    self.position = position
    self.bytes = bytes
    self.parent = parent
    self.index = index
    offset = bytes.fileOffset
  }

  /// The place of the box around it in ``VerifiedFile/walk``; nil at the top.
  var container: Int? { parent?.index }

  public var type: FourCC { box.type }

  /// The way from the top of the file.
  public var path: BoxPath {
    var path = parent?.path ?? BoxPath(steps: [])
    let before = siblings[..<position].count { $0.type == type && $0.source != nil }
    path.steps.append(BoxPath.Step(type: type, index: before))
    return path
  }

  /// Whether these are the types of the boxes around it and its own.
  func stands(at path: ArraySlice<FourCC>) -> Bool {
    guard let last = path.last, type == last else { return false }
    let around = path.dropLast()
    guard let parent else { return around.isEmpty }
    return parent.stands(at: around)
  }

  /// Of the first byte after it.
  public var end: Int { offset + bytes.count }

  /// All boxes below `boxes`, each before those inside it.
  static func walk(_ boxes: [Box]) -> [PlacedBox] {
    var walk: [PlacedBox] = []
    func add(_ boxes: [Box], in parent: PlacedBox?) {
      for position in boxes.indices {
        guard let bytes = boxes[position].source else { continue }
        let place = PlacedBox(position, of: boxes, bytes, in: parent, index: walk.count)
        walk.append(place)
        add(place.box.children, in: place)
      }
    }
    add(boxes, in: nil)
    return walk
  }
}
