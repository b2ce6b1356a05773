import ISOBMFF

extension Edit {
  /// Takes out iTunes' count of samples before and behind the sound (`iTunSMPB`), which is wrong for sound
  /// that was re-encoded or cut; the edit list says it.
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
