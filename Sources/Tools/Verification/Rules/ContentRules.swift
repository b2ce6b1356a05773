import HEIF
import ISOBMFF
import Metadata
import Movie

/// Rules about a whole file: its name and its content, its end, JPEG, PNG and motion photos.
extension Rules {
  static let content: [FileRule] = [
    containerDiffers,
    extensionDiffers,
    fileNotChecked,
    fileTruncated,
    fileUnreadable,
    itemDataDamaged,
    jpegDamaged,
    jpegDataDamaged,
    jpegHeadersWrong,
    jpegImageMisplaced,
    jpegImageTruncated,
    jpegMetadataIncomplete,
    jpegScansMissing,
    jpegStrayBytes,
    jpegWithoutEnd,
    motionPhotoMovieDamaged,
    motionPhotoMovieMissing,
    motionPhotoOffsetDiffers,
    pngDamaged,
    pngDataEndWrong,
    pngDataExcess,
    pngMetadataDamaged,
    zeroFilledTail,
  ]

  static let containerDiffers = FileRule(
    "container-differs", .note,
    "QuickTime File Format, File type compatibility; ISO/IEC 14496-14 §4",
    "A movie with the extension of QuickTime or of MP4 has the brand of this format."
  ) { file, findings in
    let iso: Set<String> = [
      "mp4", "m4v", "mp4v", "m4a", "m4b", "m4p", "m4r", "3gp", "3gpp", "3g2", "3gp2", "f4v", "f4a",
      "ismv", "isma", "mj2",
    ]

    guard file.movie != nil, file.images.isEmpty, Rules.rightExtension(of: file) == nil
    else { return }
    let stated = MediaExtensions.of(file.name)
    let type = file.boxes.boxes.first(FileTypeBox.self)
    let isQuickTime = type.map { $0.majorBrand == "qt  " } ?? true
    if isQuickTime, iso.contains(stated) {
      let how = type == nil ? "it has no brand (ftyp)" : "its brand is 'qt  '"
      findings.add(
        offset: file.bytes.fileOffset,
        "the name ends with .\(stated), but this is a QuickTime movie, as \(how): rename it to .mov, "
          + "or let boxwalk remux make \(stated == "m4a" ? "an M4A" : "an MP4") file of it")
    } else if let brand = type?.majorBrand, !isQuickTime, ["mov", "qt"].contains(stated),
      !file.brands.contains("qt  ")
    {
      findings.add(
        offset: file.bytes.fileOffset,
        "the name ends with .\(stated), but this is an MP4 file, as its brand is "
          + "'\(brand)': rename it to .\(["M4A ", "M4B "].contains(brand) ? "m4a" : "mp4"), or let boxwalk remux make a QuickTime movie of it"
      )
    }
  }

  static let extensionDiffers = FileRule(
    "extension-differs", .warning,
    "The registered extensions of ISO/IEC 23008-12 §10 and annexes B, E and F, 14496-14, AV1 Image File Format, ITU-T T.81",
    "The extension of a file name fits the content of the file."
  ) { file, findings in
    guard let (stated, content) = Rules.mismatch(file) else { return }
    findings.add(
      offset: file.bytes.fileOffset,
      "the name ends with .\(stated), but this is \(content.title): programs that trust the name fail; "
        + "rename it to .\(content.usual)")
  }

  /// The extension that a file should have instead of its own; nil if its own is right.
  static func rightExtension(of file: ExaminedFile) -> String? { mismatch(file)?.content.usual }

  /// The extension of the name, and the right extensions.
  static func mismatch(
    _ file: ExaminedFile
  ) -> (stated: String, content: NamedContent)? {
    let stated = MediaExtensions.of(file.name)
    guard MediaExtensions.all.union(others).contains(stated),
      let content = NamedContent(file), !content.extensions.contains(stated)
    else { return nil }
    return (stated, content)
  }

  /// Files that are neither photos nor movies.
  static let others: Set<String> = [
    "pdf", "txt", "html", "json", "zip", "mp3", "wav", "flac", "ogg", "aac",
  ]

  static let fileNotChecked = FileRule(
    "file-not-checked", .warning, "Boxwalk checks boxes, and JPEG and PNG files",
    "A photo or movie has a format that is checked."
  ) { file, findings in
    if file.kind.isOtherMedia, !file.bytes.starts(with: PNGChunks.signature),
      let refusal = file.kind.refusal(of: file.bytes)
    {
      findings.add(offset: file.bytes.fileOffset, "the file was not checked: it \(refusal)")
    }
  }

  static let fileTruncated = FileRule(
    "file-truncated", .error, "ISO/IEC 14496-12 §4.2.2",
    "The file is as long as its last box says; an interrupted copy is shorter.",
    concernsReading: true
  ) { file, findings in
    if case .fragments(let lost) = file.boxes.lostContents {
      findings.add(
        offset: lost.fileOffset,
        "\(counted(lost.count, "byte")) after the last fragment are no boxes: more fragments were there, or should "
          + "be; copy the file again, or let boxwalk repair find what is left of them")
    }
    guard let (box, size) = Rules.truncatedBox(of: file) else { return }
    let missing = size - UInt64(box.bytes.count)
    let items = file.heif?.items.count ?? 0
    let lost = file.misplacedItems.count
    let loss = lost > 0 ? ", of \(lost) of its \(items) items" : ""
    findings.add(
      at: box,
      "the file ends at byte \(file.end), in the middle of its \(box.type) box of \(counted(size, "byte")): "
        + "\(counted(missing, "byte is", "bytes are")) missing\(loss); copy the file again from where it came from"
    )
  }

  /// The last box at the top of the file, if its stated size is greater than the number of its bytes.
  static func truncatedBox(of file: ExaminedFile) -> (box: ExaminedBox, size: UInt64)? {
    guard let last = file.walk.last(where: { $0.container == nil }), last.end == file.end,
      let size = last.box.statedSize
    else { return nil }
    return (last, size)
  }

  static let fileUnreadable = FileRule(
    "file-unreadable", .error, "ISO/IEC 14496-12 §4.2",
    "A photo or movie starts with a box, or is a JPEG file.", concernsReading: true
  ) { file, findings in
    if !file.kind.isOtherMedia, let refusal = file.kind.refusal(of: file.bytes) {
      findings.add(offset: file.bytes.fileOffset, "the file \(refusal)")
    }
  }

  static let itemDataDamaged = FileRule(
    "item-data-damaged", .error,
    "ISO/IEC 23008-12 §6.2, ISO/IEC 14496-15 §4.3.3, ITU-T T.81 §F.2, §G.2",
    "The data of a coded image is what an encoder writes: units that fill it, and codes without long runs of zeros."
  ) { file, findings in
    guard let heif = file.heif, let box = file.metaBox("iloc") else { return }
    var budget = file.itemByteBudget
    for item in heif.items {
      guard budget > 0, let coded = CodedData(item), let data = try? heif.data(of: item.id) else {
        continue
      }
      budget -= data.count
      guard let damage = coded.damage(in: data) else { continue }
      findings.add(
        at: box, field: [file.locationField(of: item.id)], offset: damage.offset,
        "\(file.title(of: item.id)) is damaged: \(damage.description); use another copy of the file"
      )
    }
  }

  static let jpegDamaged = FileRule(
    "jpeg-damaged", .error, "ITU-T T.81 §B.1",
    "A JPEG file is a sequence of segments, each as long as it says.", concernsReading: true
  ) { file, findings in
    guard let error = file.jpeg?.segments.finding else { return }
    findings.add(offset: error.offset, "\(error.reason)")
  }

  static let jpegDataDamaged = FileRule(
    "jpeg-data-damaged", .error, "ITU-T T.81 §F.2, §G.2",
    "The scans of a JPEG image have the codes of all of its blocks, and no more."
  ) { file, findings in
    guard let segments = file.jpeg?.segments, segments.finding == nil else { return }
    if segments.structureProblem == nil, let damage = segments.scanDamage {
      findings.add(
        offset: damage.offset,
        "the image is damaged: \(damage.description); use another copy of the file")
    }
    var budget = file.itemByteBudget
    for (index, image) in segments.furtherPictures.enumerated() {
      budget -= image.count
      guard budget > 0 else { return }
      guard let damage = JPEGSegments(image).damage else { continue }
      findings.add(
        offset: damage.offset,
        "image \(index + 2) of the file is damaged: \(damage.description); use another copy of the file"
      )
    }
  }

  static let jpegHeadersWrong = FileRule(
    "jpeg-headers-wrong", .error, "ITU-T T.81 §B.2.2 to §B.2.4",
    "The scans of a JPEG image have the frame and the tables that they need.",
    concernsReading: true
  ) { file, findings in
    guard let segments = file.jpeg?.segments, segments.finding == nil,
      let problem = segments.structureProblem
    else { return }
    findings.add(offset: problem.offset, "\(problem.reason); decoders may stop there")
  }

  static let jpegMetadataIncomplete = FileRule(
    "jpeg-metadata-incomplete", .warning, "ICC.1 §B.4, XMP part 3 §1.1.3.1",
    "All parts of a colour profile, and of XMP metadata in several segments, are there.",
    concernsReading: true
  ) { file, findings in
    for sentence in file.jpeg?.segments.incompleteMetadata ?? [] {
      findings.add(offset: file.bytes.fileOffset, sentence)
    }
  }

  static let jpegImageTruncated = FileRule(
    "jpeg-image-truncated", .error, "CIPA DC-007 §5.2.3.3",
    "The further images that the index of a JPEG file lists are in the file.",
    concernsReading: true
  ) { file, findings in
    guard let segments = file.jpeg?.segments, segments.finding == nil, segments.endsWithEOI else {
      return
    }
    let end = segments.bytes.count
    for (index, range) in segments.statedPictures.enumerated() where range.upperBound > end {
      let what = range.lowerBound < end ? "is truncated" : "is missing"
      findings.add(
        offset: segments.bytes.fileOffset + min(range.lowerBound, end),
        "image \(index + 2) of the file \(what): it is said to end at byte \(range.upperBound), but the file ends at "
          + "byte \(end); use another copy of the file")
    }
  }

  static let jpegImageMisplaced = FileRule(
    "jpeg-image-misplaced", .warning, "CIPA DC-007 §5.2.3.3",
    "The index of a JPEG file leads to its further images.", concernsReading: true
  ) { file, findings in
    guard let segments = file.jpeg?.segments, segments.finding == nil, segments.endsWithEOI else {
      return
    }
    let misplaced = segments.misplacedPictures
    guard !misplaced.isEmpty else { return }
    let found = TrailingData(segments, file.motionPhoto).pictures.map(\.range)
    let advice =
      segments.written(leadingTo: found) == nil
      ? "use another copy of the file" : "boxwalk repair makes the index lead to it"
    for (index, range) in misplaced {
      findings.add(
        offset: segments.bytes.fileOffset + range.lowerBound,
        "image \(index + 2) of the file is not at byte \(range.lowerBound), where the index (MPF) says that it is, so that programs do not show it; \(advice)"
      )
    }
  }

  static let jpegScansMissing = FileRule(
    "jpeg-scans-missing", .warning, "ITU-T T.81 §B.2.3, §G.1.1.1",
    "The scans of a JPEG image have all coefficients of all of its components, down to the last bit.",
    concernsReading: true
  ) { file, findings in
    guard let segments = file.jpeg?.segments, segments.finding == nil else { return }
    var budget = file.itemByteBudget
    let images = [segments] + segments.furtherPictures.map { JPEGSegments($0) }
    for (index, image) in images.enumerated() {
      if index > 0 { budget -= image.bytes.count }
      guard budget > 0 else { return }
      // What a scan without end lacks is another matter.
      guard image.finding == nil, image.endsWithEOI, image.structureProblem == nil,
        let missing = image.missingScans
      else { continue }
      let name = index == 0 ? "the image" : "image \(index + 1) of the file"
      findings.add(
        offset: image.bytes.fileOffset,
        "\(name) lacks scans, and is shown with less detail or colour: none has \(missing); use another copy of the file"
      )
    }
  }

  static let jpegStrayBytes = FileRule(
    "jpeg-stray-bytes", .warning, "ITU-T T.81 §B.1.1.2",
    "Only fill bytes (FF) precede a marker of a JPEG file.", concernsReading: true
  ) { file, findings in
    guard let jpeg = file.jpeg?.segments else { return }
    findings.foldEach([jpeg]) { jpeg, findings in
      let stray = jpeg.allStrayBytes
      if stray.isEmpty { return }
      // While a table is missing, repair keeps them.
      let lacks = jpeg.finding == nil && (jpeg.lacksTables || jpeg.structureProblem != nil)
      for range in stray {
        let what = counted(
          range.count, "byte between two segments belongs to neither",
          "bytes between two segments belong to neither")
        findings.add(
          offset: jpeg.bytes.fileOffset + range.lowerBound,
          lacks
            ? "\(what), and may be of a table that is missing"
            : "\(what); boxwalk repair removes \(range.count == 1 ? "it" : "them")")
      }
    }
  }

  static let jpegWithoutEnd = FileRule(
    "jpeg-without-end", .error, "ITU-T T.81 §B.2.1",
    "A JPEG image ends with the marker EOI.", concernsReading: true
  ) { file, findings in
    guard let segments = file.jpeg?.segments, segments.finding == nil, !segments.endsWithEOI else {
      return
    }
    findings.add(
      offset: file.end, "the image has no end (EOI); it may be truncated")
  }

  static let motionPhotoMovieDamaged = FileRule(
    "motion-photo-movie-damaged", .error, "Android Motion Photo format 1.0",
    "The movie of a motion photo is whole.", concernsReading: true
  ) { file, findings in
    if let photo = file.motionPhoto, file.movieInPhoto?.boxes.first("moov") == nil,
      Rules.truncatedBox(of: file) == nil
    {
      findings.add(
        offset: file.bytes.fileOffset + photo.movieRange.upperBound,
        "the movie of the photo has no moov box, without which it cannot be played: it is truncated; copy the file again from where it came from"
      )
    }
    // Other bytes may follow the movie; the movie itself must be complete.
    for error in file.jpeg?.motion?.findings ?? []
    where ["moov", "mdat"].contains(error.path.first) {
      findings.add(
        offset: error.offset,
        "in the movie after the image, \(error.path.joined(separator: "/")): \(error.reason)")
    }
  }

  static let motionPhotoMovieMissing = FileRule(
    "motion-photo-movie-missing", .warning, "Android Motion Photo format 1.0",
    "A photo that says that it contains a movie contains one."
  ) { file, findings in
    guard let reason = file.missingMovie else { return }
    findings.add(offset: file.bytes.fileOffset, "the photo \(reason)")
  }

  static let motionPhotoOffsetDiffers = FileRule(
    "motion-photo-place-differs", .note, "Android Motion Photo format 1.0",
    "The stated offset of the movie in a motion photo leads to the movie."
  ) { file, findings in
    guard let photo = file.motionPhoto else { return }
    for contradiction in photo.contradictions {
      findings.add(
        offset: file.bytes.fileOffset + photo.movieRange.lowerBound,
        "\(contradiction), and the movie is at byte \(photo.movieRange.lowerBound)")
    }
  }

  static let pngDamaged = FileRule(
    "png-damaged", .error, "PNG §5.3, §5.6, §9.2, §10.1",
    "The chunks of a PNG file are whole and in their order, up to IEND, and their data has all rows of each image.",
    concernsReading: true
  ) { file, findings in
    guard let png = file.png else { return }
    let advice =
      png.canBeBegun
      ? "boxwalk convert --rescue shows what is left of the image"
      : "look for another copy of the file"
    if let error = png.finding {
      findings.add(offset: error.offset, "\(error.reason); \(advice)")
    }
    for defect in png.defects {
      findings.add(
        offset: defect.offset, "\(defect.reason); look for another copy of the file")
    }
    for chunk in png.chunks where !chunk.isWhole {
      findings.add(
        offset: chunk.data.fileOffset,
        "the data of the \(chunk.type) chunk has changed, as its checksum shows; \(advice)")
    }
    for image in file.pngImages {
      let title = image.data.title
      // A rescue makes the first image.
      let advice = image.data.type == "IDAT" ? advice : "look for another copy of the file"
      if image.count < image.rows {
        let what =
          image.end == .damaged
          ? "is damaged: its data can be decompressed up to byte \(image.count) of the \(image.rows) bytes of its rows"
          : "ends early: its data has \(image.count) of the \(image.rows) bytes of its rows"
        findings.add(offset: image.offset, "\(title) \(what); \(advice)")
      } else if let filter = image.unknownFilter {
        findings.add(
          offset: image.offset,
          "row \(filter.row) of \(title) states the filter \(filter.type), which does not exist; \(advice)"
        )
      }
    }
  }

  static let pngDataEndWrong = FileRule(
    "png-data-end-wrong", .warning, "PNG §10.1, RFC 1950 §2.2",
    "The image data of a PNG file ends with the checksum of its rows.", concernsReading: true
  ) { file, findings in
    for image in file.pngImages where image.count == image.rows {
      let title = image.data.title
      switch image.end {
      case .whole, .longer: break
      case .checksumWrong:
        findings.add(
          offset: image.offset,
          "the checksum of the data of \(title) does not fit: its pixels may have changed; compare it with another copy "
            + "of the file")
      case .truncated, .damaged:
        findings.add(
          offset: image.offset,
          "the data of \(title) has all rows, but not its end with their checksum: whether its pixels have changed does "
            + "not show; compare it with another copy of the file")
      }
    }
  }

  static let pngDataExcess = FileRule(
    "png-data-excess", .note, "PNG §7.2, §10.1",
    "The image data of a PNG file has no more than the rows of the image."
  ) { file, findings in
    for image in file.pngImages where image.count > image.rows {
      findings.add(
        offset: image.offset,
        "the data of \(image.data.title) has more than the \(image.rows) bytes of the rows that are stated: what follows "
          + "is not shown")
    }
  }

  static let pngMetadataDamaged = FileRule(
    "png-metadata-damaged", .warning, "PNG §10.3, RFC 1950 §2.2",
    "The colour profile and the compressed texts of a PNG file can be decompressed.",
    concernsReading: true
  ) { file, findings in
    for (name, stream) in file.png?.compressedMetadata ?? [] {
      switch file.inflate?(Array(stream), PNGText.limit)?.end {
      case nil, .whole, .longer: break
      case .truncated, .checksumWrong, .damaged:
        findings.add(
          offset: stream.fileOffset,
          "the compressed data of \(name) is damaged or truncated, so that programs ignore it; look for another copy of "
            + "the file")
      }
    }
  }

  static let zeroFilledTail = FileRule(
    "zero-filled-tail", .warning, "ISO/IEC 14496-12 §8.1.1",
    "Media data does not end with a long run of zeros, as after interrupted copies and "
      + "failed cards."
  ) { file, findings in
    /// Whether the byte at `offset` belongs to samples that are not compressed: there zeros are black, transparent or
    /// silent.
    func arePlainSamples(_ offset: Int, in file: ExaminedFile) -> Bool {
      let images = file.images.filter { ["unci", "mski"].contains($0.type) }
      let ranges = images.flatMap { (try? file.heif?.dataRanges(of: $0.id)) ?? [] }
      if ranges.contains(where: { $0.contains(offset) }) { return true }
      let byte = UInt64(clamping: offset)
      return file.sampleTables.contains { track in
        track.entries.contains { isPlain($0.box) }
          && track.chunks.contains { $0.start <= byte && byte < $0.end }
      }
    }

    func isPlain(_ entry: Box) -> Bool {
      if let audio = entry[AudioSampleEntry.self] { return PCMFormat(entry.type, audio) != nil }
      return CodedData.plainVideo.contains(entry.type)
    }

    func zeros(atEndOf bytes: Bytes) -> Int {
      bytes.reversed().prefix { $0 == 0 }.count
    }

    if file.kind == .unknown {
      guard file.bytes.count >= 16, zeros(atEndOf: file.bytes) == file.bytes.count else { return }
      findings.add(
        offset: file.bytes.fileOffset,
        "all \(counted(file.bytes.count, "byte")) of the file are zero: nothing is left of it; copy it again"
      )
      return
    }
    guard let last = file.walk.last(where: { $0.container == nil }), last.type == "mdat" else {
      return
    }
    let count = zeros(atEndOf: last.bytes)
    guard count >= 4096, !arePlainSamples(last.end - count, in: file) else { return }
    findings.add(
      at: last, offset: last.end - count,
      "the last \(counted(count, "byte")) of the file are zero: the copy was probably interrupted, and the end of the "
        + "image or movie is lost")
  }
}
