import ISOBMFF

extension Edit {
  /// Removes iTunes' number of samples before and after the sound (`iTunSMPB`), which is wrong for sound that was
  /// re-encoded or cut. The edit list states the same.
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
