public import FieldCoding
import HEIF
import ISOBMFF
import Metadata
import Rescue

extension Edit {
  /// Restores the markers of tables and headers of a JPEG image and the usual Huffman tables, removes bytes that
  /// belong to no segment, and corrects the offsets of further images in the index.
  /// Tables, headers, scans, metadata and data after the image stay the same.
  ///
  /// While the image lacks a table, no byte is removed: it may be a part of that table.
  mutating func repairPicture() throws(EditError) {
    var jpeg = JPEGSegments(original.bytes)
    guard jpeg.finding == nil else { return }
    let markers = jpeg.overwrittenMarkers
    if !markers.isEmpty {
      let written = jpeg.written(restoring: markers)
      jpeg = try segments(of: written)
      rewritten = written
      for marker in markers {
        notes.append(
          "the marker of the \(marker.name) segment at byte \(marker.offset) was overwritten, as the length there and what the scan needs show: restored"
        )
      }
    }
    if let problem = jpeg.structureProblem, let written = jpeg.writtenWithUsualTables() {
      jpeg = try segments(of: written)
      rewritten = written
      notes.append(
        "\(problem.reason), at byte \(problem.offset): the usual Huffman tables are there now, and all of the data are codes of them"
      )
    }
    guard jpeg.structureProblem == nil, !jpeg.lacksTables else { return }
    try removeStrayBytes(of: jpeg)
    try correctIndex(
      of: rewritten.map { (written) throws(EditError) in try segments(of: written) } ?? jpeg)
  }

  /// Makes the index of further images (MPF) lead to them, if it does not, and they are all there.
  private mutating func correctIndex(of jpeg: JPEGSegments) throws(EditError) {
    guard !jpeg.misplacedPictures.isEmpty,
      let written = jpeg.written(leadingTo: TrailingData(jpeg).pictures.map(\.range))
    else { return }
    guard try segments(of: written).misplacedPictures.isEmpty else {
      throw EditError(.proofFailed, "would have an index that does not lead to its images")
    }
    rewritten = written
    notes.append(
      "the index of the images of the file (MPF) did not lead to all of them: it does now")
  }

  private func segments(of written: ByteWriter) throws(EditError) -> JPEGSegments {
    do throws(ByteSourceError) {
      return JPEGSegments(try ByteSource(viewing: written, filling: \.count).bytes)
    } catch { throw EditError(.damaged, "\(error)") }
  }

  private mutating func removeStrayBytes(of jpeg: JPEGSegments) throws(EditError) {
    let stray = jpeg.allStrayBytes
    guard !stray.isEmpty else { return }
    let written: ByteWriter
    do throws(MetadataSettingError) { written = try jpeg.withoutStrayBytes() } catch {
      throw EditError(.damaged, "\(error)")
    }
    // Without these bytes, the file can be read completely.
    let clean = try segments(of: written)
    let isSame =
      stray.count > jpeg.strayBytes.count
      ? clean.finding == nil && clean.allStrayBytes.isEmpty
        && clean.bytes.count == jpeg.bytes.count - stray.reduce(0) { $0 + $1.count }
      : jpeg.isSamePicture(as: clean, withTrailer: true)
    guard isSame else {
      throw EditError(.proofFailed, "would no longer show the same picture")
    }
    rewritten = written
    notes.append(
      "removed: \(counted(stray.reduce(0) { $0 + $1.count }, "stray byte")) between the segments of the picture, which had no use"
    )
  }

  /// Adds the marker that ends a JPEG image (EOI), if nothing else is missing.
  ///
  /// - Parameter isWhole: whether the image of a file with that marker can be decoded completely.
  public mutating func endImage(_ isWhole: (ByteWriter) -> Bool) throws(EditError) {
    let written: ByteWriter
    if let rewritten {
      written = rewritten
    } else {
      var copy = ByteWriter()
      copy.write(uncopied: original.bytes)
      written = copy
    }
    let jpeg = try segments(of: written)
    guard jpeg.lacksOnlyItsEnd else { return }
    var ended = written
    // A byte of the marker may be there.
    ended.write(jpeg.bytes.last == 0xFF ? [0xD9] : [0xFF, 0xD9])
    guard isWhole(ended) else { return }
    rewritten = ended
    notes.append("the marker that ends the picture (EOI) was missing: added; no sample is lost")
  }
}

/// JPEG images whose start is lost.
extension Edit {
  /// Gives a JPEG image a new start if its first bytes are lost, but none of its tables, or removes what is before it.
  ///
  /// - Returns: whether such an image was found.
  mutating func findPicture() throws(EditError) -> Bool {
    // The marker of a segment is no size of a box.
    let isSegment = original.bytes.first == 0xFF
    guard isSegment || file.boxes.allSatisfy({ $0.definition() == nil }) else { return false }
    let picture: FoundJPEG?
    do throws(ByteSourceError) { picture = try FoundJPEG(in: original.bytes) } catch {
      throw EditError(.damaged, "\(error)")
    }
    guard let picture else { return false }
    rewritten = picture.written
    if picture.isWhole {
      notes.append(
        "removed: \(counted(picture.start - 2, "byte")) before the JPEG picture, which \(picture.start == 3 ? "is" : "are") no part of it"
      )
      return true
    }
    losesMedia = true
    notes.append(
      "the start of the JPEG picture is lost: the file begins now with its segment at byte \(picture.start), and \(counted(picture.start, "byte")) of metadata before it \(picture.start == 1 ? "is" : "are") left out: if its Exif was among them, its orientation is lost"
    )
    return true
  }

  /// Whether bytes are a JPEG image by which another one can be rebuilt.
  public static func isImage(_ bytes: Bytes) -> Bool {
    bytes.starts(with: [0xFF, 0xD8]) && JPEGSegments(bytes).isRebuildable
  }

  /// Gives a JPEG image the tables of another photo of the same camera, because its own are lost, or some of them.
  /// Where its data is lost, too, it becomes grey.
  ///
  /// Throws if nothing shows where the data of the image belongs.
  ///
  /// - Parameter other: a photo of the same camera, with the same size and quality.
  public mutating func rebuildImage(like other: Bytes) throws(EditError) {
    let picture: RebuiltJPEG
    do throws(RebuiltJPEG.Failure) {
      picture = try RebuiltJPEG(original.bytes, like: other)
    } catch {
      switch error {
      case .otherPicture:
        throw EditError(
          .wrongFile,
          "cannot be rebuilt like the file of --like, which lacks tables itself")
      case .hasTables:
        throw EditError(
          .invalid,
          "has all of its tables, so that no other photo can help; boxwalk convert --rescue shows what is left of its picture"
        )
      case .lacksTables:
        throw EditError(
          .wrongFile,
          "lacks headers or tables that the photo of --like does not have, either: name another photo of the same camera with the same settings"
        )
      case .nothingTells:
        throw EditError(
          .damaged,
          "has neither the header of its scan nor restart markers up to its end, so that nothing tells where its data belongs"
        )
      }
    }
    rewritten = picture.written
    losesMedia = !picture.isProved
    if picture.hasOtherCodes {
      notes.append(
        "the data of the picture does not fit the tables of the other photo up to its end: it is damaged as well, or the other photo was made with other settings"
      )
    }
    if let missing = picture.missing {
      notes.append(
        "\(missing.reason), at byte \(missing.offset): "
          + (picture.isProved
            ? "the Huffman tables of the other photo are there now, and all of the data are codes of them"
            : "the tables of the other photo are there now; those of another quality or camera would show the picture wrongly")
      )
      if picture.strayCount > 0 {
        notes.append(
          "removed: \(counted(picture.strayCount, "byte")) between the segments of the picture, which \(picture.strayCount == 1 ? "was" : "were") of no segment"
        )
      }
      if picture.differs {
        notes.append(
          "the other photo was made with other settings, because its quantization tables are not those that are left here: the picture may look wrong"
        )
      }
      return
    }
    let start = picture.start
    notes.append(
      "the start of the JPEG picture was lost: it has the tables, the size and the colour profile of the other photo now, and \(counted(start, "byte")) before its \(picture.lostPercent == nil ? "" : "intact ")data \(start == 1 ? "is" : "are") left out; its orientation and date were in its own Exif, which is lost; boxwalk convert shows whether it can be decoded"
    )
    if let percent = picture.lostPercent {
      notes.append(
        "\(percent)% of the image is lost, and grey: its data is not in the file, or damaged")
    }
  }

  /// Whether bytes are a photo, and not a movie, by which another one can be rebuilt.
  public static func isPhoto(_ bytes: Bytes) -> Bool {
    let file = BoxFile(bytes)
    return file.boxes.first("moov") == nil && HEIFFile(file)?.primaryItemID != nil
  }

  /// Rebuilds the `meta` box of a photo that was overwritten or lost, or that lost properties of its image: the coded
  /// images are found in the bytes, and the new box is that of another photo of the same camera, with their offsets. The
  /// orientation is that of the other photo, unless this one states its own.
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
      "the meta box was \(own?.items.isEmpty == false ? "incomplete" : "missing"): \(counted(found.count, "image")) found, and described as in the other photo, \(statedRotation == nil ? "whose orientation it has" : "but for its own orientation"); boxwalk convert shows whether they can be decoded"
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
    let stated = head.statedRotation ?? .none
    if let own = statedRotation,
      let rotation = Rotation.all.first(where: { stated.then($0) == own })
    {
      try head.rotate(rotation)
    }
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
