import ISOBMFF

extension Edit {
  /// Removes iTunes' padding counts (`iTunSMPB`), which are wrong for audio that was re-encoded or cut. The edit list
  /// has the same information.
  package mutating func removeStatedPadding() {
    guard let movie = file.boxes.firstIndex(where: { $0.type == "moov" }) else { return }
    file.boxes[movie].change(["udta", "meta", "ilst"]) { list in
      let kept = list.children.filter { item in
        !item.children.contains { $0[MetadataNameBox.self]?.text.string == "iTunSMPB" }
      }
      let isChanged = kept.count < list.children.count
      if isChanged { list.children = kept }
      return isChanged
    }
  }
}
