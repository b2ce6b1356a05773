extension JPEGSegments {
  /// Describes the segments with their fields to `sink`: those up to the first scan, and those between scans.
  ///
  /// The second segment with the same marker is named `APP1[1]`, like boxes. The sink also gets the errors.
  public func describe(limits: DecodeLimits = DecodeLimits(), to sink: any FieldSink) {
    let budget = DecodeBudget(limits)
    let profile = icc
    var counts: [UInt8: Int] = [:]
    func describe(_ marker: UInt8, _ range: Range<Int>) {
      guard let bytes = bytes.part(range) else { return }
      let index = counts[marker, default: 0]
      counts[marker] = index + 1
      let name = JPEGSegments.name(marker)
      let group = FieldGroup(
        name: index == 0 ? name : "\(name)[\(index)]",
        kind: .segment(
          title: JPEGSegments.use(marker, bytes.part(4..<bytes.count)) ?? "",
          specification: JPEGSegments.specification(marker)),
        fileRange: bytes.fileOffset..<bytes.fileOffset + bytes.count)
      guard sink.open(group) else { return }
      FieldCoder(decoding: bytes, budget: budget, sink: sink).show(
        bytes, as: JPEGSegments.format(marker, profile))
      sink.close(group)
    }
    for segment in segments {
      // Fill bytes may precede a marker.
      let end = segment.offset + segment.size
      describe(segment.marker, end - segment.payload.count - 4..<end)
    }
    if let finding { return sink.damage(finding) }
    _ = walkScans(describe)
  }

  private static func specification(_ marker: UInt8) -> String {
    switch marker {
    case 0xC4: "ISO/IEC 10918-1 §B.2.4.2"
    case 0xC0...0xCF: "ISO/IEC 10918-1 §B.2.2"
    case 0xDA: "ISO/IEC 10918-1 §B.2.3"
    case 0xDB: "ISO/IEC 10918-1 §B.2.4.1"
    case 0xDD: "ISO/IEC 10918-1 §B.2.4.4"
    case 0xFE: "ISO/IEC 10918-1 §B.2.4.5"
    default: "ISO/IEC 10918-1 §B.2.4.6"
    }
  }

  /// - Parameter profile: the colour profile of the file, joined from its chunks.
  private static func format(_ marker: UInt8, _ profile: Bytes?) -> EmbeddedFormat {
    EmbeddedFormat { (f, sink) throws(FieldError) in
      var (code, length) = (UInt16(0), UInt16(0))
      try f.uint(16, "marker", &code, as: .hex)
      try f.uint(16, "length", &length)
      switch marker {
      case 0xC4: try f.huffmanTables()
      case 0xC8, 0xCC: break
      case 0xC0...0xCF: try f.jpegFrame()
      case 0xDA: try f.jpegScan()
      case 0xDB: try f.quantizationTables()
      case 0xDD:
        var interval: UInt16 = 0
        try f.uint(16, "restart_interval", &interval)
      case 0xFE:
        var comment = Text("", form: .plain)
        try f.text("comment", &comment, count: .toEnd)
      case 0xE0...0xEF: try f.applicationData(sink, profile)
      default: break
      }
    }
  }
}

// The names are those of ISO/IEC 10918-1 annex B.
extension FieldCoder {
  fileprivate mutating func quantizationTables() throws(FieldError) {
    var index = 0
    while !isAtEnd {
      try within("tables[\(index)]") { (f) throws(FieldError) in
        var (precision, destination) = (UInt8(0), UInt8(0))
        var elements = FieldTable()
        try f.uint(4, "Pq", &precision, as: .names([0: "8 bits", 1: "16 bits"]))
        try f.uint(4, "Tq", &destination)
        try f.table(
          "Q", &elements, count: .exactly(64), columns: [.uint(precision == 0 ? 8 : 16, "Qk")])
      }
      index += 1
    }
  }

  fileprivate mutating func huffmanTables() throws(FieldError) {
    var index = 0
    while !isAtEnd {
      try within("tables[\(index)]") { (f) throws(FieldError) in
        var (tableClass, destination) = (UInt8(0), UInt8(0))
        var (counts, values) = (FieldTable(), Bytes())
        try f.uint(4, "Tc", &tableClass, as: .names([0: "DC, or lossless", 1: "AC"]))
        try f.uint(4, "Th", &destination)
        try f.table("L", &counts, count: .exactly(16), columns: [.uint(8, "Li")])
        let count = (0..<counts.count).reduce(0) { $0 + Int(counts[$1, 0]) }
        try f.bytes("V", &values, count: .exactly(count))
      }
      index += 1
    }
  }

  fileprivate mutating func jpegFrame() throws(FieldError) {
    var (precision, height, width, count) = (UInt8(0), UInt16(0), UInt16(0), UInt8(0))
    var components = FieldTable()
    try uint(8, "P", &precision)
    try uint(16, "Y", &height)
    try uint(16, "X", &width)
    try uint(8, "Nf", &count)
    try table(
      "components", &components, count: .exactly(Int(count)),
      columns: [.uint(8, "C"), .uint(4, "H"), .uint(4, "V"), .uint(8, "Tq")])
  }

  fileprivate mutating func jpegScan() throws(FieldError) {
    var (count, start, end, high, low) = (UInt8(0), UInt8(0), UInt8(0), UInt8(0), UInt8(0))
    var components = FieldTable()
    try uint(8, "Ns", &count)
    try table(
      "components", &components, count: .exactly(Int(count)),
      columns: [.uint(8, "Cs"), .uint(4, "Td"), .uint(4, "Ta")])
    try uint(8, "Ss", &start)
    try uint(8, "Se", &end)
    try uint(4, "Ah", &high)
    try uint(4, "Al", &low)
  }

  /// The application data in a segment: the fields of known contents.
  fileprivate mutating func applicationData(
    _ sink: any FieldSink, _ profile: Bytes?
  ) throws(FieldError) {
    guard let identifier = JPEGSegments.identifier(of: rest) else { return }
    let isLast = identifier.last == 0
    var name = Text("", form: .plain)
    // The terminator of the text is part of the identifier, but not of its text.
    try text("identifier", &name, count: .exactly(identifier.count - (isLast ? 1 : 0)))
    if isLast { try reserved(8) }
    switch identifier {
    case JPEGSegments.exifIdentifier:
      // Continuation segments do not start with a byte order.
      if TIFFFile.byteOrder(rest) != nil { show(try take(bitsLeft / 8), as: .tiff()) }
    case JPEGSegments.multiPictureIdentifier:
      let index = try take(bitsLeft / 8)
      show(index, as: .tiff())
      MultiPictureEntry.describe(index, to: sink)
    case JPEGSegments.xmpIdentifier, JPEGSegments.spacedXMPIdentifier:
      show(try take(bitsLeft / 8), as: .text)
    case JPEGSegments.iccIdentifier:
      var (number, count) = (UInt8(0), UInt8(0))
      try uint(8, "chunk_number", &number)
      try uint(8, "chunk_count", &count)
      let chunk = try take(bitsLeft / 8)
      // The first chunk shows the fields of the whole profile, which can go on in the others.
      if let profile, profile.fileOffset == chunk.fileOffset {
        show(profile, as: .iccProfile)
      } else {
        show(chunk, named: "chunk")
      }
    case PhotoshopResources.identifier:
      show(try take(bitsLeft / 8), as: .photoshopResources)
    case JPEGSegments.jfifIdentifier: try jfif()
    default: break
    }
  }

  /// JFIF 1.02, page 5.
  private mutating func jfif() throws(FieldError) {
    var (major, minor, units) = (UInt8(0), UInt8(0), UInt8(0))
    var (x, y, width, height) = (UInt16(0), UInt16(0), UInt8(0), UInt8(0))
    try uint(8, "version_major", &major)
    try uint(8, "version_minor", &minor)
    try uint(
      8, "units", &units,
      as: .names([0: "none: the shape of samples", 1: "samples per inch", 2: "samples per cm"]))
    try uint(16, "Xdensity", &x)
    try uint(16, "Ydensity", &y)
    try uint(8, "Xthumbnail", &width)
    try uint(8, "Ythumbnail", &height)
  }
}

extension JPEGSegments {
  /// Whether another file has the same image: tables, headers and scans are the same bytes, even if the metadata
  /// differs (ISO/IEC 10918-1 §B.2).
  ///
  /// - Parameter isWhole: whether the bytes after the image also have to be the same.
  package func isSamePicture(as other: JPEGSegments, withTrailer isWhole: Bool = false) -> Bool {
    let isKept: (Segment) -> Bool = { ![0xE1, 0xE2].contains($0.marker) }
    let (mine, others) = (segments.filter(isKept), other.segments.filter(isKept))
    guard mine.count == others.count, let scan = mine.last, let otherScan = others.last,
      zip(mine, others).allSatisfy({ $0.marker == $1.marker && $0.payload == $1.payload }),
      let end = isWhole ? bytes.count : end, let data = bytes.part(scan.offset..<end)
    else { return false }
    // The marker that ends the image is in the data.
    let otherEnd = isWhole ? other.bytes.count : otherScan.offset + data.count
    return data == other.bytes.part(otherScan.offset..<otherEnd)
  }
}
