import HEIF
import ISOBMFF
import Movie

/// Rules about boxes of any kind.
extension Rules {
  static let boxes: [FileRule] = [
    boxContentInvalid,
    boxDuplicate,
    boxFieldWidth,
    boxFieldsTruncated,
    boxHeaderLost,
    boxMisplaced,
    boxMissing,
    boxSizeBelowHeader,
    boxSizeBeyondEnd,
    boxTail,
    boxVersionUnknown,
    hdlrNameTail,
    limitExceeded,
    metaHandlerNotFirst,
    metaHandlerNotPict,
    reservedBits,
    trailingBytes,
  ]

  static let boxContentInvalid = FileRule(
    "box-content-invalid", .error, "ISO/IEC 14496-12 §4.2",
    "The fields of a box agree with each other and with what follows them.", concernsReading: true
  ) { file, findings in
    Decoding.report(file, &findings) { reason in
      switch reason {
      case .invalid, .unaligned, .doesNotFit: true
      case .truncated, .countBeyondEnd, .unsupportedVersion, .unsupportedWidth, .sizeBelowHeader,
        .sizeBeyondEnd, .exceedsLimit, .notRead:
        false
      }
    }
  }

  static let boxDuplicate = FileRule(
    "box-duplicate", .warning, "ISO/IEC 14496-12 §6.3",
    "A container has a box only as often as its specification allows; see boxwalk catalogue."
  ) { file, findings in
    func check(
      _ children: [ExaminedBox], in box: ExaminedBox?, _ file: ExaminedFile,
      _ findings: inout Findings
    ) {
      for container in ContainerRules.containers(of: box, in: file) {
        for group in ContainerRules.groups(in: container) where group.isSingle {
          let found = children.filter { group.contains($0.box) }
          guard found.count > 1 else { continue }
          findings.add(
            at: found[1],
            "there are \(found.count) boxes \(group.description) "
              + "\(box.map { "in \($0.type)" } ?? "at the top of the file"), where one is allowed: "
              + "programs may use either")
        }
      }
    }

    let top = file.walk.filter { $0.container == nil }
    check(top, in: nil, file, &findings)
    for box in ContainerRules.readable(in: file) {
      check(file.children(of: box), in: box, file, &findings)
    }
  }

  static let boxFieldWidth = FileRule(
    "box-field-width", .error, "ISO/IEC 14496-12 §8.11.3",
    "A box that states the width of its numbers states at most 64 bits.", concernsReading: true
  ) { file, findings in
    Decoding.report(file, &findings) { if case .unsupportedWidth = $0 { true } else { false } }
  }

  static let boxFieldsTruncated = FileRule(
    "box-fields-truncated", .error, "ISO/IEC 14496-12 §4.2",
    "A box has room for all the fields that its syntax asks for.", concernsReading: true
  ) { file, findings in
    Decoding.report(file, &findings) { reason in
      switch reason {
      case .truncated, .countBeyondEnd: true
      default: false
      }
    }
  }

  static let boxHeaderLost = FileRule(
    "box-header-lost", .error, "ISO/IEC 14496-12 §4.2.2",
    "A box has a type; zeros instead are a header that was overwritten, and nothing behind it is read.",
    concernsReading: true
  ) { file, findings in
    /// Boxes in which nothing is filled with zeros.
    let full: Set<FourCC> = [
      "moov", "trak", "mdia", "minf", "stbl", "dinf", "edts", "mvex", "moof", "traf", "iprp",
      "ipco",
    ]

    func add(_ bytes: Bytes, in box: ExaminedBox, _ findings: inout Findings) {
      findings.add(
        at: box, offset: bytes.fileOffset,
        "the header of a box is lost: its type is zeros, so that its \(counted(bytes.count, "byte")) are not read"
      )
    }

    if case .media(let lost) = file.boxes.lostContents {
      findings.add(
        offset: lost.fileOffset,
        "the header of a box is lost: the \(counted(lost.count, "byte")) behind the last box are part of the file, and in no box; boxwalk repair looks for the boxes in them"
      )
    }
    for box in file.walk {
      let container = box.container.map { file.walk[$0].type }
      if box.type.rawValue == 0 {
        let isFull = container.map(full.contains) ?? false
        guard isFull || box.bytes.dropFirst(8).contains(where: { $0 != 0 }) else { continue }
        add(box.bytes, in: box, &findings)
      } else if box.box.isContainer {
        // A size of 0 ends the list of boxes.
        let rest = box.box.trailing
        guard rest.part(0..<8)?.allSatisfy({ $0 == 0 }) == true,
          rest.contains(where: { $0 != 0 }) || full.contains(box.type)
        else { continue }
        // What follows a movie in a photo is another matter, unless it is a part of it.
        if box.box.isEmbeddedFile, let movie = box.box.sourcePayload,
          BoxFile(Bytes(Array(movie))).lostContents == nil
        {
          continue
        }
        add(rest, in: box, &findings)
      }
    }
  }

  static let boxMisplaced = FileRule(
    "box-misplaced", .note, "ISO/IEC 14496-12 §6.3",
    "A box is in a container that its specification names; see boxwalk catalogue."
  ) { file, findings in
    for box in file.walk {
      guard let definition = box.box.definition(), !definition.contexts.isEmpty else { continue }
      let container = file.container(of: box)
      let containers = ContainerRules.containers(of: container, in: file)
      let isAllowed = definition.contexts.contains { allowed in
        allowed.containers.contains { containers.contains($0) }
      }
      if isAllowed { continue }
      let usual = definition.contexts.flatMap(\.containers).map(\.description)
      findings.add(
        at: box,
        "\(box.type) (\(definition.title)) is \(container.map { "in \($0.type)" } ?? "at the top"), "
          + "but belongs in \(usual.joined(separator: ", "))")
    }
  }

  static let boxMissing = FileRule(
    "box-missing", .error, "ISO/IEC 14496-12 §6.3",
    "A box contains the boxes that are mandatory in it; see boxwalk catalogue.",
    concernsReading: true
  ) { file, findings in
    if Rules.truncatedBox(of: file) != nil { return }
    for box in ContainerRules.readable(in: file) {
      let children = box.box.children
      // The boxes of a compressed movie are inside `cmov`.
      if box.type == "moov", children.first("cmov") != nil { continue }
      for container in ContainerRules.containers(of: box, in: file) {
        for group in ContainerRules.groups(in: container)
        where group.isMandatory && !children.contains(where: group.contains) {
          findings.add(
            at: box,
            "\(box.type) has no \(group.description), which \(group.definitions[0].specification) asks for"
          )
        }
      }
    }
  }

  static let boxSizeBelowHeader = FileRule(
    "box-size-below-header", .error, "ISO/IEC 14496-12 §4.2.2",
    "The size of a box counts its header, so it is at least 8.", concernsReading: true
  ) { file, findings in
    Decoding.report(file, &findings) { if case .sizeBelowHeader = $0 { true } else { false } }
  }

  static let boxSizeBeyondEnd = FileRule(
    "box-size-beyond-end", .error, "ISO/IEC 14496-12 §4.2.2",
    "A box ends within the box that contains it.", concernsReading: true
  ) { file, findings in
    Decoding.report(file, &findings) { if case .sizeBeyondEnd = $0 { true } else { false } }
  }

  static let boxTail = FileRule(
    "box-tail", .note, "ISO/IEC 14496-12 §4.2",
    "A box ends where its last field ends."
  ) { file, findings in
    for box in file.walk where !box.box.trailing.isEmpty && !box.box.isEmbeddedFile {
      let tail = box.box.trailing
      if tail.count == 4, tail.allSatisfy({ $0 == 0 }), file.has(RuleQuirk.zerosAtTheEnd) {
        continue
      }
      findings.add(
        at: box, offset: tail.fileOffset,
        "\(counted(tail.count, "byte follows", "bytes follow")) the last specified field of \(box.type)"
      )
    }
  }

  static let boxVersionUnknown = FileRule(
    "box-version-unknown", .warning, "ISO/IEC 14496-12 §4.2.2",
    "A box has a version that its specification defines; readers ignore boxes of other versions.",
    concernsReading: true
  ) { file, findings in
    Decoding.report(file, &findings) { if case .unsupportedVersion = $0 { true } else { false } }
  }

  static let hdlrNameTail = FileRule(
    "hdlr-name-tail", .note, "ISO/IEC 14496-12 §8.4.3",
    "The name of a handler ends with one zero byte, and nothing follows."
  ) { file, findings in
    guard file.heif != nil, let box = file.metaBox("hdlr"),
      let name = box[HandlerBox.self]?.name, name.form == .terminated, name.tailCount != 1
    else { return }
    findings.add(
      at: box, field: ["name"],
      name.tailCount == 0
        ? "the handler's name has no zero byte at its end"
        : "\(counted(name.tailCount - 1, "more byte follows", "more bytes follow")) the handler's name, which ends with its first zero byte"
    )
  }

  static let limitExceeded = FileRule(
    "limit-exceeded", .error, "Boxwalk's limits against hostile files",
    "A file has no more depth and no more list elements than real files need.",
    concernsReading: true
  ) { file, findings in
    func isExceeded(_ reason: FieldError.Reason) -> Bool {
      if case .exceedsLimit = reason { true } else { false }
    }

    Decoding.report(file, &findings) { isExceeded($0) }
    for box in file.all(at: "moov", "cmov", "cmvd") {
      guard let data = box[CompressedMovieDataBox.self] else { continue }
      if let excess = CompressedMovie.excess(of: data) {
        findings.add(at: box, field: ["uncompressed_size"], excess)
      }
      for error in file.compressedMovie?.file.findings ?? [] where isExceeded(error.reason) {
        findings.add(at: box, "the compressed movie is not read to its end: \(error)")
      }
    }
  }

  static let metaHandlerNotFirst = FileRule(
    "meta-handler-not-first", .warning, "ISO/IEC 23000-22 §7.2.1.5",
    "In a file of the Multi-Image Application Format, hdlr is the first box in meta."
  ) { file, findings in
    guard file.claimsMIAF, let meta = file.meta, let box = file.metaBox("hdlr"),
      let first = file.children(of: meta).first, first.type != "hdlr"
    else { return }
    findings.add(
      at: box, "hdlr comes after \(first.type) in meta: some programs refuse such a file")
  }

  static let metaHandlerNotPict = FileRule(
    "meta-handler-not-pict", .error, "ISO/IEC 23008-12 §6.2",
    "The handler of a meta box with images is pict."
  ) { file, findings in
    guard !file.images.isEmpty, let box = file.metaBox("hdlr"),
      let handler = box[HandlerBox.self], handler.handlerType != "pict"
    else { return }
    findings.add(
      at: box, field: ["handler_type"],
      "the handler of the items is '\(handler.handlerType)' where images have 'pict': programs will "
        + "not look for images in them")
  }

  /// Reserved bits may get a meaning in later versions, so readers ignore them.
  static let reservedBits = FileRule(
    "reserved-bits", .note, "ISO/IEC 14496-12 §4.2",
    "Reserved bits have the value that the specification gives."
  ) { file, findings in
    guard file.kind == .boxes else { return }
    let sink = ReservedBitsSink()
    BoxFile.describe(file.bytes, to: sink)
    for (offset, value) in sink.found {
      guard let box = file.walk.last(where: { $0.offset <= offset && offset < $0.end }) else {
        continue
      }
      findings.add(
        at: box, field: ["reserved"], offset: offset,
        "reserved bits are 0x\(String(value, radix: 16)); programs ignore them")
    }
  }

  static let trailingBytes = FileRule(
    "trailing-bytes", .note, "ISO/IEC 14496-12 §4.2",
    "A file, and a movie in a photo, is a sequence of boxes, with nothing after the last one.",
    concernsReading: true
  ) { file, findings in
    func size(_ part: TrailingData.Part) -> String {
      counted(part.range.count, "byte follows", "bytes follow")
    }

    for box in file.walk where box.box.isEmbeddedFile {
      for part in TrailingData(behindMovieIn: box.box, of: file.boxes).parts {
        findings.add(
          at: box, offset: part.bytes.fileOffset,
          "\(size(part)) the last box in \(box.type): \(part.kind.title)")
      }
    }
    guard file.boxes.damage.isEmpty else { return }
    for part in TrailingData(file.boxes).parts {
      findings.add(
        offset: part.bytes.fileOffset, "\(size(part)) the last box: \(part.kind.title)")
    }
  }
}

/// Receives only those reserved bits that differ from the specification.
private final class ReservedBitsSink: FieldSink {
  private(set) var found: [(offset: Int, value: UInt64)] = []

  func open(_ group: FieldGroup) -> Bool { found.count <= Findings.limit }
  func close(_ group: FieldGroup) {}
  func field(_ name: String, _ value: FieldValue, bits: Range<Int>) {
    // Other fields with this name are not hexadecimal numbers.
    if name == "reserved", case .uint(let value, .hex) = value {
      found.append((bits.lowerBound / 8, value))
    }
  }
  func table(_ name: String, _ table: FieldTable, bits: Range<Int>) {}
  func damage(_ error: FieldError) {}
}

/// The parts that the reader could not read, by reason: a rule for each.
enum Decoding {
  /// Reports errors whose reason `matches` accepts.
  static func report(
    _ file: ExaminedFile, _ findings: inout Findings, where matches: (FieldError.Reason) -> Bool
  ) {
    for error in file.boxes.damage where matches(error.reason) {
      findings.add(offset: error.offset, "\(error.reason)")
    }
    for box in file.walk {
      for error in box.box.damage where matches(error.reason) {
        if isConsequence(error, in: box, file) { continue }
        findings.add(at: box, field: error.path, offset: error.offset, "\(error.reason)")
      }
    }
  }

  /// Whether a box is truncated only because the file is: ``Rules/fileTruncated`` reports that once.
  private static func isConsequence(
    _ error: FieldError, in box: ExaminedBox, _ file: ExaminedFile
  ) -> Bool {
    guard Rules.truncatedBox(of: file) != nil, box.end == file.end else { return false }
    switch error.reason {
    case .sizeBeyondEnd, .truncated, .countBeyondEnd: return true
    default: return false
    }
  }
}
