import ISOBMFF
import Metadata

extension Stripping {
  /// Removes the location from the images of a cover (`covr` of iTunes' metadata), which stay. Nil if there is none, or
  /// if the location stays in one of them.
  mutating func stripCover(_ box: Box, in path: [FourCC], _ name: String) -> Change? {
    guard box.type == "covr", path.last == "ilst" else { return nil }
    var cover = box
    var remarks: [String] = []
    var left = StrippedPart.Rest()
    for index in cover.children.indices {
      guard var value = cover.children[index][MetadataValueBox.self] else { return nil }
      switch StrippedPart.jpeg(value.value, .location, locations, decompressor) {
      case .clean(let rest):
        left.texts += rest.texts
        left.unknown += rest.unknown
      case .unreadable: return nil
      case .changed(let bytes, let notes, let rest):
        let picture = Bytes(bytes)
        // What filled the space of the location is not needed here.
        value.value = JPEGSegments(picture).end.flatMap { picture.part(0..<$0) } ?? picture
        cover.children[index][MetadataValueBox.self] = value
        remarks += notes
        left.texts += rest.texts
        left.unknown += rest.unknown
      }
      guard !locations.isFound(inMetadata: value.value) else { return nil }
    }
    unknown += left.unknown.map { "\($0) in \(name)" }
    guard cover != box else { return nil }
    removed.append("the location in the cover picture (\(name))")
    self.remarks += remarks.map { "\(name): \($0)" }
    texts += left.texts.map { "\($0) (\(name))" }
    return .changed(cover)
  }
}
