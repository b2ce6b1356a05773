import Editing
import HEIF
import ISOBMFF
import TestSupport
import Testing

/// Removed items are not mentioned any more, and the data about others stays.
@Suite struct RemovedItemsTests {
  /// The entries of `meta` about all items except one, and whether it mentions that one.
  private struct Mentions: Equatable {
    var texts: [String] = []
    var isMentioned = false

    init(_ file: BoxFile, without id: UInt32?) {
      let meta = file.boxes.first { $0.type == "meta" }?.children ?? []
      for box in meta + meta.flatMap(\.children) {
        add(box[ItemInfoEntry.self].map { [$0.itemID] } ?? [], "infe", id)
        for item in box[ItemLocationBox.self]?.items ?? [] { add([item.id], "iloc", id) }
        for entry in box[ItemPropertyAssociationBox.self]?.entries ?? [] {
          add([entry.itemID], "ipma \(entry.associations)", id)
        }
        if let group = box[EntityToGroupBox.self] {
          isMentioned = isMentioned || group.entityIDs.contains { $0 == id }
          texts.append("group \(group.entityIDs.filter { $0 != id })")
        }
        guard let reference = box[SingleItemTypeReferenceBox.self] else { continue }
        let targets = reference.toItemIDs.filter { $0 != id }
        isMentioned =
          isMentioned || reference.fromItemID == id || targets.count < reference.toItemIDs.count
        // A reference to nothing is none.
        if !targets.isEmpty { add([reference.fromItemID], "\(box.type) \(targets)", id) }
      }
    }

    private mutating func add(_ items: [UInt32], _ text: String, _ id: UInt32?) {
      for item in items {
        if item == id { isMentioned = true } else { texts.append("\(item) \(text)") }
      }
    }
  }

  @Test(arguments: ["landscape-tiled.heic", "shore-tiled.avif"])
  func nothingIsSaidOfThem(name: String) throws {
    let file = try BoxFile(SampleFile.bytes(name))
    for item in try #require(HEIFFile(file)).items {
      let before = Mentions(file, without: item.id)
      var edit = Edit(file.bytes)
      edit.removeItems([item.id])
      let after = Mentions(
        BoxFile(ByteSource(try edit.file.encoded().bytes).bytes), without: item.id)
      #expect(before.isMentioned && !after.isMentioned, "\(item.id)")
      #expect(after.texts == before.texts, "\(item.id)")
    }
  }
}
