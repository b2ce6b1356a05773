import HEIF
import ISOBMFF
import Metadata

/// Rules about the data of items, where it is and what it holds.
extension Rules {
  static let itemData: [FileRule] = [
    exifOffsetWrong,
    exifOrientationDiffers,
    exifUnreadable,
    ilocConstructionMethodUnknown,
    ilocDataElsewhere,
    ilocDataReferenceUnknown,
    ilocExtentInStructure,
    ilocExtentPastEnd,
    ilocExtentPastIdat,
    ilocExtentPastItem,
    ilocExtentWithoutLength,
    ilocExtentsOverlap,
    ilocExtentsRepeated,
    ilocIdatMissing,
    ilocItemInsideItself,
    ilocItemReferenceMissing,
    mimeTypeMissing,
    xmpIllFormed,
    xmpNotXML,
  ]

  static let exifOffsetWrong = FileRule(
    "exif-offset-wrong", .warning, "ISO/IEC 23008-12 §A.2.1",
    "The first four bytes of an Exif item say how many bytes to skip to the TIFF header."
  ) { file, findings in
    for (item, data) in file.exifItems {
      guard let tiff = ExifItem.tiff(in: data) else { continue }
      let skip = data.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let found = tiff.fileOffset - data.fileOffset
      guard 4 + skip != found else { continue }
      file.report(
        item, &findings,
        "says that its TIFF header is at byte \(4 + skip), but it is at byte \(found): programs may not "
          + "read it")
    }
  }

  static let exifOrientationDiffers = FileRule(
    "exif-orientation-differs", .note, "ISO/IEC 23008-12 §A.2.1",
    "The orientation in Exif is what irot and imir do; HEIF readers ignore it."
  ) { file, findings in
    // The orientations 1 to 8 after a quarter rotation counter-clockwise, after exchanging top and bottom, and after
    // exchanging left and right.
    let rotated = [8, 5, 6, 7, 4, 1, 2, 3]

    let flipped = [4, 3, 2, 1, 8, 7, 6, 5]

    let mirrored = [2, 1, 4, 3, 6, 5, 8, 7]

    guard let heif = file.heif, let primary = heif.primaryItem,
      let exif = heif.exifItem(of: primary.id),
      let data = try? heif.data(of: exif.id), let tiff = ExifItem.tiff(in: data),
      let stated = ExifSummary(tiff: tiff).orientation
    else { return }
    var orientation = 1
    for property in primary.properties {
      if let rotation = property.box[ImageRotation.self] {
        for _ in 0..<rotation.angle { orientation = rotated[orientation - 1] }
      } else if let mirror = property.box[ImageMirror.self] {
        orientation = (mirror.axis == 0 ? flipped : mirrored)[orientation - 1]
      }
    }
    guard orientation != stated else { return }
    file.report(
      exif, &findings,
      "has the orientation \(stated), but the image itself is shown by orientation \(orientation): "
        + "programs that go by Exif will rotate it the wrong way")
  }

  static let exifUnreadable = FileRule(
    "exif-unreadable", .warning, "ISO/IEC 23008-12 §A.2.1, TIFF 6.0 §2, Exif 2.32 §4.5.2",
    "Exif is a TIFF structure, in photos of all formats, and all of its directories can be read."
  ) { file, findings in
    for (item, data) in file.exifItems {
      guard let tiff = ExifItem.tiff(in: data) else {
        file.report(
          item, &findings, "has no TIFF structure (II* or MM*): its metadata cannot be read")
        continue
      }
      if let damage = Rules.damage(ofExif: tiff) { file.report(item, &findings, damage) }
    }
    for tiff in [file.jpeg?.segments.exif, file.png?.exif].compactMap(\.self) {
      if let damage = Rules.damage(ofExif: tiff) {
        findings.add(offset: tiff.fileOffset, "Exif \(damage)")
      }
    }
  }

  /// What of a TIFF structure cannot be read, after its name; nil if all can be.
  private static func damage(ofExif tiff: Bytes) -> String? {
    let errors: [FieldError]
    do throws(FieldError) { errors = try TIFFFile(tiff).findings } catch { errors = [error] }
    return errors.first.map {
      "has \(counted(errors.count, "part that cannot be read", "parts that cannot be read")): \($0)"
    }
  }

  static let ilocConstructionMethodUnknown = FileRule(
    "iloc-construction-method-unknown", .error, "ISO/IEC 14496-12 §8.11.3",
    "The construction method of an item is 0 (file), 1 (idat) or 2 (item).", concernsReading: true
  ) { file, findings in
    ItemDataProblems.report(file, &findings) { _, problem in
      if case .unknownMethod = problem { "\(problem)" } else { nil }
    }
  }

  static let ilocDataElsewhere = FileRule(
    "iloc-data-elsewhere", .warning, "ISO/IEC 14496-12 §8.7.2",
    "The data of an item is in the file itself."
  ) { file, findings in
    guard let heif = file.heif, let box = file.metaBox("iloc") else { return }
    let entries = file.all(at: "meta", "dinf", "dref").first?.box.children ?? []
    for item in heif.items {
      guard let index = item.location?.dataReferenceIndex, index > 0, Int(index) <= entries.count,
        let url = entries[Int(index) - 1][DataEntryUrlBox.self], url.header.flags & 1 == 0
      else { continue }
      findings.add(
        at: box, field: [file.locationField(of: item.id), "data_reference_index"],
        "the data of \(file.title(of: item.id)) is in another file, '\(url.location?.string ?? "")'"
      )
    }
  }

  static let ilocDataReferenceUnknown = FileRule(
    "iloc-data-reference-unknown", .error, "ISO/IEC 14496-12 §8.11.3",
    "An item whose data is elsewhere names an entry of dref."
  ) { file, findings in
    guard let heif = file.heif, let box = file.metaBox("iloc") else { return }
    let entries = file.all(at: "meta", "dinf", "dref").first?.box.children.count ?? 0
    for item in heif.items {
      guard let index = item.location?.dataReferenceIndex, Int(index) > entries else { continue }
      findings.add(
        at: box, field: [file.locationField(of: item.id), "data_reference_index"],
        "the data of \(file.title(of: item.id)) is said to be in file \(index) of dref, which has "
          + "\(entries)")
    }
  }

  static let ilocExtentInStructure = FileRule(
    "iloc-extent-in-structure", .error, "ISO/IEC 14496-12 §8.11.3",
    "The data of items is not among the boxes that describe the file."
  ) { file, findings in
    guard let heif = file.heif, let iloc = file.metaBox("iloc") else { return }
    let structure = file.walk.filter {
      $0.container == nil && ["ftyp", "meta", "moov"].contains($0.type)
    }
    for item in heif.items where item.location?.constructionMethod == 0 {
      for range in (try? heif.dataRanges(of: item.id)) ?? [] where !range.isEmpty {
        guard
          let box = structure.first(where: {
            $0.offset < range.upperBound && range.lowerBound < $0.end
          })
        else { continue }
        // Some writers count from the start of the file into idat.
        if let itemData = file.metaBox("idat"), itemData.offset <= range.lowerBound,
          range.upperBound <= itemData.end
        {
          continue
        }
        findings.add(
          at: iloc, field: [file.locationField(of: item.id)], offset: range.lowerBound,
          "the data of \(file.title(of: item.id)) should be bytes \(range.lowerBound) to "
            + "\(range.upperBound), but these are in the \(box.type) box")
        break
      }
    }
  }

  static let ilocExtentPastEnd = FileRule(
    "iloc-extent-past-end", .error, "ISO/IEC 14496-12 §8.11.3",
    "The data of an item lies within the file.", concernsReading: true
  ) { file, findings in
    ItemDataProblems.report(file, &findings) { item, problem in
      guard case .pastEnd(.file, _, _, _) = problem, let location = item.location else {
        return nil
      }
      var total = Int128(0)
      var missing = Int128(0)
      for extent in location.extents {
        let start = Int128(location.baseOffset) + Int128(extent.offset)
        let end = start + Int128(extent.length)
        total += Int128(extent.length)
        missing += max(0, end - max(start, Int128(file.end)))
      }
      let part =
        missing == total
        ? "all of its \(grouped(total))" : "\(grouped(missing)) of its \(grouped(total))"
      return
        "has lost \(part) bytes: they would be after the end of the file at byte \(file.end)"
    }
  }

  static let ilocExtentPastIdat = FileRule(
    "iloc-extent-past-idat", .error, "ISO/IEC 14496-12 §8.11.3",
    "The data of an item that is in idat lies within idat.", concernsReading: true
  ) { file, findings in
    ItemDataProblems.report(file, &findings) { _, problem in
      if case .pastEnd(.itemData, _, _, _) = problem { "\(problem)" } else { nil }
    }
  }

  static let ilocExtentPastItem = FileRule(
    "iloc-extent-past-item", .error, "ISO/IEC 14496-12 §8.11.3",
    "The data of an item that is in another item lies within that item.", concernsReading: true
  ) { file, findings in
    ItemDataProblems.report(file, &findings) { _, problem in
      if case .pastEnd(.item, _, _, _) = problem { "\(problem)" } else { nil }
    }
  }

  static let ilocExtentWithoutLength = FileRule(
    "iloc-extent-without-length", .warning, "ISO/IEC 14496-12 §8.11.3",
    "Only an item with a single extent may leave its length open."
  ) { file, findings in
    guard let heif = file.heif, let box = file.metaBox("iloc") else { return }
    for item in heif.items {
      guard let location = item.location, location.constructionMethod < 2 else { continue }
      guard let index = location.extents.firstIndex(where: { $0.length == 0 }) else { continue }
      findings.add(
        at: box, field: [file.locationField(of: item.id), "extents[\(index)]"],
        "an extent of \(file.title(of: item.id)) has the length 0, which means all bytes up to the end of "
          + (location.constructionMethod == 0 ? "the file" : "idat"))
    }
  }

  static let ilocExtentsOverlap = FileRule(
    "iloc-extents-overlap", .warning, "ISO/IEC 14496-12 §8.11.3",
    "Items do not share a part of their data; two items may have the same data."
  ) { file, findings in
    guard let heif = file.heif, let box = file.metaBox("iloc") else { return }
    var ranges: [(range: Range<Int>, id: UInt32)] = []
    for item in heif.items where (item.location?.constructionMethod ?? 2) < 2 {
      for range in (try? heif.dataRanges(of: item.id)) ?? [] where !range.isEmpty {
        ranges.append((range, item.id))
      }
    }
    ranges.sort {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    for (previous, next) in zip(ranges, ranges.dropFirst()) {
      let shared = previous.range.clamped(to: next.range)
      guard !shared.isEmpty, previous.range != next.range else { continue }
      findings.add(
        at: box, field: [file.locationField(of: next.id)], offset: shared.lowerBound,
        "\(file.title(of: next.id)) and \(file.title(of: previous.id)) share \(counted(shared.count, "byte")): the "
          + "data of one of them is probably overwritten")
    }
  }

  static let ilocExtentsRepeated = FileRule(
    "iloc-extents-repeated", .error, "ISO/IEC 14496-12 §8.11.3",
    "The extents of an item have at most as many bytes together as the file.", concernsReading: true
  ) { file, findings in
    ItemDataProblems.report(file, &findings) { _, problem in
      if case .overlapping = problem { "\(problem)" } else { nil }
    }
  }

  static let ilocIdatMissing = FileRule(
    "iloc-idat-missing", .error, "ISO/IEC 14496-12 §8.11.3",
    "Where items have their data in idat, there is an idat box in meta.", concernsReading: true
  ) { file, findings in
    ItemDataProblems.report(file, &findings) { _, problem in
      if case .noItemData = problem { "\(problem)" } else { nil }
    }
  }

  static let ilocItemInsideItself = FileRule(
    "iloc-item-inside-itself", .error, "ISO/IEC 14496-12 §8.11.3",
    "The data of an item is not located in an item that is itself located in it.",
    concernsReading: true
  ) { file, findings in
    ItemDataProblems.report(file, &findings) { _, problem in
      if case .insideItself = problem { "\(problem)" } else { nil }
    }
  }

  static let ilocItemReferenceMissing = FileRule(
    "iloc-item-reference-missing", .error, "ISO/IEC 14496-12 §8.11.3",
    "An extent within another item names that item by its index among the references of "
      + "type iloc.", concernsReading: true
  ) { file, findings in
    ItemDataProblems.report(file, &findings) { _, problem in
      switch problem {
      case .noReference, .noItem: "\(problem)"
      default: nil
      }
    }
  }

  static let mimeTypeMissing = FileRule(
    "mime-type-missing", .warning, "ISO/IEC 14496-12 §8.11.6",
    "An item of the type mime says which MIME type it has."
  ) { file, findings in
    for item in file.heif?.items ?? [] where item.type == "mime" && item.entry.contentType.isEmpty {
      file.report(item, &findings, "has no MIME type, so that its kind is unknown")
    }
  }

  static let xmpIllFormed = FileRule(
    "xmp-ill-formed", .warning, "ISO 16684-1 §7.1",
    "XMP is well-formed XML."
  ) { file, findings in
    /// Packets of devices are never so large.
    let limit = 1 << 26

    /// Items that do not start like XML break another rule.
    func starts(_ data: Bytes) -> Bool {
      data.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "<")
    }

    func problem(in xmp: Bytes) -> (offset: Int, text: String)? {
      guard xmp.count <= limit, let error = XMPPacket.firstError(in: xmp) else { return nil }
      return (
        xmp.fileOffset + min(error.byte, xmp.count),
        "is not well-formed XML in line \(error.line), column \(error.column): programs read a part of it, or "
          + "nothing"
      )
    }

    if let xmp = file.jpeg?.segments.xmp, let error = problem(in: xmp) {
      findings.add(offset: error.offset, "the XMP metadata \(error.text)")
    }
    for item in file.heif?.xmpItems ?? [] {
      if let data = try? file.heif?.data(of: item.id), starts(data), let error = problem(in: data) {
        file.report(item, &findings, error.text)
      }
    }
    for item in file.heif?.compressedXMPItems ?? [] {
      guard let encoding = item.contentEncoding, let decode = file.decode,
        let data = try? file.heif?.data(of: item.id)
      else { continue }
      guard let packet = decode(data, encoding) else {
        file.report(
          item, &findings,
          "is compressed (\(encoding)), and cannot be decompressed: programs read nothing of it")
        continue
      }
      if let error = problem(in: packet) { file.report(item, &findings, error.text) }
    }
    for box in file.all("uuid") + file.all("XMP_")
    where box.type == "XMP_" || box.box.userType == "be7acfcb-97a9-42e8-9c71-999491e3afac" {
      if let data = box.box.opaquePayload, let error = problem(in: data) {
        findings.add(at: box, offset: error.offset, "the XMP metadata \(error.text)")
      }
    }
  }

  static let xmpNotXML = FileRule(
    "xmp-not-xml", .warning, "ISO/IEC 23008-12 §A.3",
    "An XMP item is XML."
  ) { file, findings in
    guard let heif = file.heif else { return }
    for item in heif.xmpItems {
      guard let data = try? heif.data(of: item.id) else { continue }
      let start = data.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
      if start == UInt8(ascii: "<") { continue }
      let isFromJPEG = data.starts(with: JPEGSegments.xmpIdentifier)
      file.report(
        item, &findings,
        isFromJPEG
          ? "starts with the name that XMP has in JPEG files: some programs cannot read it"
          : "does not start like XML: its metadata cannot be read")
    }
  }
}

/// The reasons why the data of items cannot be found; each reason has a rule.
enum ItemDataProblems {
  /// Reports the items for which `sentence` returns a text, which continues a sentence that starts with "item 3".
  static func report(
    _ file: ExaminedFile, _ findings: inout Findings,
    _ sentence: (Item, ItemLocationError) -> String?
  ) {
    guard let iloc = file.metaBox("iloc") else { return }
    for (item, problem) in file.misplacedItems {
      guard let sentence = sentence(item, problem) else { continue }
      findings.add(
        at: iloc, field: [file.locationField(of: item.id)], "\(file.title(of: item.id)) \(sentence)"
      )
    }
  }
}
