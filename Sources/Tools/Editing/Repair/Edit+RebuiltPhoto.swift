public import FieldCoding
import HEIF
import ISOBMFF
import Rescue

extension Edit {
  /// Whether bytes are a photo, and not a movie, by which another one can be rebuilt.
  public static func isPhoto(_ bytes: Bytes) -> Bool {
    let file = BoxFile(bytes)
    return file.boxes.first("moov") == nil && HEIFFile(file)?.primaryItemID != nil
  }

  /// Rebuilds the `meta` box of a photo that was overwritten or lost, or that lost properties of its image: the coded
  /// images are found in the bytes, and the new box is that of another photo of the same camera, with their offsets. The
  /// orientation is that of the other photo.
  ///
  /// Throws if not all coded images of the photo are found.
  ///
  /// - Parameter other: a photo of the same camera, with the same settings.
  public mutating func rebuildPhoto(like other: Bytes) throws(EditError) {
    let own = HEIFFile(original)
    guard own?.isIntact(in: original.bytes) != true else {
      throw EditError(
        .invalid, "has a meta box, which describes its picture: no other photo is needed")
    }
    guard original.boxes.first("moov") == nil else {
      throw EditError(.invalid, "has a movie beside its picture, so that it cannot be rebuilt")
    }
    guard let photo = HEIFFile(BoxFile(other)), let type = BoxFile(other).boxes.first("ftyp"),
      let primary = photo.primaryItemID
    else {
      throw EditError(.wrongFile, "cannot be rebuilt like the file of --like, which is no photo")
    }
    let region = MediaRegion(file)
    let data = region?.data ?? original.bytes
    let wanted = photo.storedItems
    let coded = wanted.filter { $0.image != nil }
    let found = CodedImageSearch.images(in: data, like: coded.compactMap(\.image))
    var ranges: [UInt32: Range<Int>] = [:]
    for (item, range) in zip(coded, found) { ranges[item.id] = range }
    let parts = photo.targets("dimg", from: primary)
    guard !found.isEmpty, (parts.isEmpty ? [primary] : parts).allSatisfy({ ranges[$0] != nil })
    else {
      throw EditError(
        .damaged,
        "has \(counted(data.count, "byte")) of media data, but only \(counted(found.count, "image")) of \(coded.count) in it \(found.count == 1 ? "is" : "are") coded as in the photo of --like"
      )
    }
    let metadata = MetadataInGaps(data, between: found)
    for item in wanted where item.image == nil {
      if let range = metadata.range(ofItem: item.type) { ranges[item.id] = range }
    }
    try write(ranges, of: wanted.map(\.id), photo, type, like: other, data)
    let lost = wanted.filter { ranges[$0.id] == nil }
    // Without an mdat box, the first bytes are the lost head.
    let start = region?.box == nil ? ranges.values.map(\.lowerBound).min() ?? 0 : 0
    let unexplained = data.count - start - ranges.values.reduce(0) { $0 + $1.count }
    losesMedia = !lost.isEmpty || unexplained > 0
    notes.append(
      "the meta box was \(own?.items.isEmpty == false ? "incomplete" : "missing"): \(counted(found.count, "image")) found, and described as in the other photo, whose orientation it has; boxwalk convert shows whether they can be decoded"
    )
    if unexplained > 0 {
      notes.append(
        "nothing in the other photo explains \(counted(unexplained, "byte")) of the media data: perhaps it was made with other settings"
      )
    }
    for item in lost { notes.append("not found, and left out: \(photo.title(of: item.id))") }
  }

  /// The file: the head of the other photo, with the offsets of the images here, and the media data.
  private mutating func write(
    _ ranges: [UInt32: Range<Int>], of stored: [UInt32], _ photo: HEIFFile, _ type: Box,
    like other: Bytes, _ data: Bytes
  ) throws(EditError) {
    var head = Edit(other)
    let gone = Set(stored.filter { ranges[$0] == nil })
    head.removeItems(gone)
    head.file.boxes = head.file.boxes.filter { $0.type == "ftyp" || $0.type == "meta" }
    var start = 0
    var bytes: [UInt8] = []
    // The size of the box does not depend on the offsets in it.
    for _ in 0..<2 {
      try head.changeLocations { (locations) throws(EditError) in
        for index in locations.items.indices {
          guard let range = ranges[locations.items[index].id] else { continue }
          var extent = ItemLocationBox.Extent()
          extent.offset = UInt64(start + range.lowerBound)
          extent.length = UInt64(range.count)
          locations.items[index].baseOffset = 0
          locations.items[index].extents = [extent]
        }
      }
      do throws(FieldError) { bytes = try head.file.encoded().bytes } catch {
        throw EditError(error)
      }
      start = bytes.count + 8
    }
    guard
      let header = MediaDataHeader(
        start: bytes.count, headerSize: 8, end: start + data.count, hasPlaceholder: false)
    else { throw EditError(.damaged, "has more than 4 GB of media data") }
    var writer = ByteWriter()
    writer.write(bytes + header.bytes)
    writer.write(uncopied: data)
    foundMedia = data.range
    rewritten = writer
  }
}

/// An item of a photo that is stored in its file.
private struct StoredItem {
  var id: UInt32
  var type: FourCC
  var range: Range<Int>
  /// A coded image; nil for everything else.
  var image: CodedImageSearch.Image?
}

extension HEIFFile {
  /// The items in `mdat`, in the order of their offsets.
  fileprivate var storedItems: [StoredItem] {
    items.compactMap { item in
      guard item.location?.constructionMethod == 0, let ranges = try? dataRanges(of: item.id),
        let range = ranges.first, ranges.count == 1
      else { return nil }
      return StoredItem(
        id: item.id, type: item.type, range: range,
        image: (try? data(of: item.id)).flatMap {
          CodedImageSearch.Image(item.properties.map(\.box), data: $0)
        })
    }
    .sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}
