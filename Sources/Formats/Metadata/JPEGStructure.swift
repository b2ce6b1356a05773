/// The tables and headers of a JPEG file in the order of the file, and what their scans need of them (ITU-T T.81
/// §B.2.2 to §B.2.4).
struct JPEGStructure {
  /// The first error, at which decoders stop.
  private(set) var problem: FieldError?
  /// The first Huffman table that a scan uses, and that is not in the file, although decoders know it.
  private(set) var usualTable: String?

  private struct Component {
    var id: UInt8
    var horizontal: Int
    var vertical: Int
    var table: Int
  }

  private struct HuffmanTable {
    /// Whether each code fits its length, and none has only ones (§C.2).
    var isComplete: Bool
    var highestSymbol: UInt8
  }

  private var frame: (marker: UInt8, components: [Component])?
  private var quantization: Set<Int> = []
  /// The Huffman tables of DC coefficients, and those of AC coefficients.
  private var huffman: [[Int: HuffmanTable]] = [[:], [:]]

  /// Reads the next segment. After the first problem, it reads nothing.
  mutating func read(_ marker: UInt8, _ payload: Bytes, at offset: Int) {
    guard problem == nil else { return }
    do throws(StructureError) {
      switch marker {
      case 0xC4: try readHuffman(payload)
      case 0xCC: try check(payload.count % 2 == 0, "the length does not fit its tables")
      case 0xDB: try readQuantization(payload)
      case 0xDD:
        try check(payload.count == 2, "the interval has \(counted(payload.count, "byte")), not 2")
      case 0xDA: try readScan(payload)
      case 0xC0...0xC7, 0xC9...0xCB, 0xCD...0xCF: try readFrame(marker, payload)
      case 0xC8, 0xF0...0xFD, 0x02...0xBF: throw StructureError("no process has such a segment")
      default: break
      }
    } catch {
      problem = FieldError(
        .invalid("the \(JPEGSegments.name(marker)) segment is wrong: \(error.text)"),
        offset: offset)
    }
  }

  private struct StructureError: Error {
    var text: String
    init(_ text: String) { self.text = text }
  }

  private func check(
    _ isRight: Bool, _ text: @autoclosure () -> String
  ) throws(StructureError) {
    guard isRight else { throw StructureError(text()) }
  }

  // MARK: Tables

  /// §B.2.4.1
  private mutating func readQuantization(_ payload: Bytes) throws(StructureError) {
    var rest = Array(payload)[...]
    while let first = rest.first {
      let isLong = first >> 4 == 1
      let size = isLong ? 129 : 65
      try check(first >> 4 < 2, "it has values of an unknown size")
      try check(first & 15 < 4, "it has a table \(first & 15), and only 0 to 3 exist")
      try check(rest.count >= size, "the length does not fit its tables")
      let values = Array(rest.prefix(size).dropFirst())
      let zeros = stride(from: 0, to: values.count, by: isLong ? 2 : 1)
        .count { values[$0] == 0 && (!isLong || values[$0 + 1] == 0) }
      try check(
        zeros == 0,
        "\(counted(zeros, "value")) of its table \(first & 15) \(zeros == 1 ? "is" : "are") 0, and no value may be"
      )
      quantization.insert(Int(first & 15))
      rest = rest.dropFirst(size)
    }
  }

  /// §B.2.4.2
  private mutating func readHuffman(_ payload: Bytes) throws(StructureError) {
    var rest = Array(payload)[...]
    while let first = rest.first {
      try check(first >> 4 < 2 && first & 15 < 4, "it has a table of an unknown kind or number")
      let counts = rest.dropFirst().prefix(16).map(Int.init)
      let symbols = counts.reduce(0, +)
      try check(
        counts.count == 16 && symbols <= 256 && rest.count >= 17 + symbols,
        "it has \(counted(symbols, "code")), and \(counted(max(0, rest.count - 17), "byte")) for them"
      )
      var (code, isComplete) = (0, true)
      for (index, count) in counts.enumerated() where counts[index...].contains(where: { $0 > 0 }) {
        code += count
        isComplete = isComplete && code < 1 << (index + 1)
        code <<= 1
      }
      huffman[Int(first >> 4)][Int(first & 15)] = HuffmanTable(
        isComplete: isComplete, highestSymbol: rest.dropFirst(17).prefix(symbols).max() ?? 0)
      rest = rest.dropFirst(17 + symbols)
    }
  }

  // MARK: The frame

  /// §B.2.2
  private mutating func readFrame(_ marker: UInt8, _ payload: Bytes) throws(StructureError) {
    // Only a hierarchical process has several frames.
    try check(frame == nil || marker & 7 >= 5, "the picture has a frame already")
    let bytes = Array(payload)
    try check(bytes.count >= 6, "it is too short")
    let count = Int(bytes[5])
    try check(
      count > 0 && bytes.count == 6 + 3 * count,
      "its length does not fit its \(counted(count, "component"))")
    try check(bytes[3] > 0 || bytes[4] > 0, "the picture has no width")
    let depths: ClosedRange<UInt8> = marker & 3 == 3 ? 2...16 : marker == 0xC0 ? 8...8 : 8...12
    try check(depths.contains(bytes[0]), "its samples have \(bytes[0]) bits")
    var components: [Component] = []
    for start in stride(from: 6, to: bytes.count, by: 3) {
      let (horizontal, vertical) = (Int(bytes[start + 1] >> 4), Int(bytes[start + 1] & 15))
      try check(
        (1...4).contains(horizontal) && (1...4).contains(vertical),
        "a component has the sampling factors \(horizontal) and \(vertical)")
      components.append(
        Component(
          id: bytes[start], horizontal: horizontal, vertical: vertical,
          table: Int(bytes[start + 2])))
    }
    frame = (marker, components)
  }

  // MARK: Scans

  /// §B.2.3
  private mutating func readScan(_ payload: Bytes) throws(StructureError) {
    guard let frame else { throw StructureError("no frame (SOF) precedes the scan") }
    let bytes = Array(payload)
    let count = Int(bytes.first ?? 0)
    try check(
      (1...4).contains(count) && bytes.count == 4 + 2 * count,
      "its length does not fit its \(counted(count, "component"))")
    var components: [(component: Component, tables: UInt8)] = []
    var next = 0
    for start in stride(from: 1, to: 1 + 2 * count, by: 2) {
      // Some writers give several components the same number.
      guard let index = frame.components[next...].firstIndex(where: { $0.id == bytes[start] })
      else {
        let isThere = frame.components.contains { $0.id == bytes[start] }
        throw StructureError(
          isThere
            ? "its components are not in the order of the frame"
            : "it has the component \(bytes[start]), which the frame does not have")
      }
      next = index + 1
      components.append((frame.components[index], bytes[start + 1]))
    }
    let blocks = components.reduce(0) { $0 + $1.component.horizontal * $1.component.vertical }
    try check(count == 1 || blocks <= 10, "a unit of it has \(blocks) blocks, more than 10")
    // Processes without DCT have no quantisation, and hierarchical ones several frames.
    guard [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(frame.marker) else { return }
    for (component, _) in components {
      try check(
        quantization.contains(component.table),
        "it needs the quantization table \(component.table), which no DQT segment has")
    }
    let isProgressive = frame.marker == 0xC2 || frame.marker == 0xCA
    let (start, end) = (Int(bytes[1 + 2 * count]), Int(bytes[2 + 2 * count]))
    let (high, low) = (Int(bytes[3 + 2 * count] >> 4), Int(bytes[3 + 2 * count] & 15))
    if isProgressive {
      let isBand = start == 0 ? end == 0 : start <= end && end < 64 && count == 1
      try check(
        isBand && low <= 13 && (high == 0 || high == low + 1),
        "no progressive scan has the parameters Ss \(start), Se \(end), Ah \(high), Al \(low)")
    }
    guard frame.marker < 0xC8 else { return }
    for (_, tables) in components {
      if !isProgressive || start == 0 && high == 0 {
        try checkTable(0, Int(tables >> 4), isProgressive)
      }
      if !isProgressive || start > 0 { try checkTable(1, Int(tables & 15), isProgressive) }
    }
  }

  private mutating func checkTable(
    _ kind: Int, _ number: Int, _ isProgressive: Bool
  ) throws(StructureError) {
    let name = "the \(kind == 0 ? "DC" : "AC") Huffman table \(number)"
    guard let table = huffman[kind][number] else {
      // Frames of Motion JPEG leave out all tables, which are the usual ones (§K.3).
      usualTable = usualTable ?? name
      return try check(
        !isProgressive && number < 2 && huffman.allSatisfy(\.isEmpty),
        "it needs \(name), which no DHT segment has")
    }
    try check(table.isComplete, "\(name) has codes that do not fit their lengths")
    try check(kind == 1 || table.highestSymbol < 16, "\(name) has more than 15 bits for a number")
  }
}

extension JPEGSegments {
  /// Whether something of the tables and headers before the first scan is wrong or missing, even if decoders can do
  /// without it: bytes that belong to no segment may be that.
  package var lacksTables: Bool { JPEGSegments.lacksTables(segments) }

  static func lacksTables(_ segments: [Segment]) -> Bool {
    var structure = JPEGStructure()
    for segment in segments { structure.read(segment.marker, segment.payload, at: segment.offset) }
    return structure.problem != nil || structure.usualTable != nil
  }

  /// The first table or header that is wrong, or that a scan lacks; nil if there is none.
  ///
  /// It reads every byte of the scans. If they have no end, only what precedes them is checked.
  public var structureProblem: FieldError? {
    var structure = JPEGStructure()
    for segment in segments {
      structure.read(segment.marker, segment.payload, at: bytes.fileOffset + segment.offset)
    }
    guard structure.problem == nil else { return structure.problem }
    var needsHeight = frameSize?.height == 0
    let end = walkScans { marker, range in
      if marker == 0xDC { needsHeight = false }
      let payload = bytes.part(min(range.lowerBound + 4, range.upperBound)..<range.upperBound)
      structure.read(marker, payload ?? Bytes(), at: bytes.fileOffset + range.lowerBound)
    }
    guard end != nil else { return nil }
    guard structure.problem == nil else { return structure.problem }
    if let table = structure.usualTable, let scan = segments.last, scanProblem != nil {
      return FieldError(
        .invalid(
          "the \(JPEGSegments.name(scan.marker)) segment is wrong: it needs \(table), which no DHT segment has, and the data are not codes of the usual one"
        ), offset: bytes.fileOffset + scan.offset)
    }
    guard needsHeight else { return nil }
    return FieldError(
      .invalid("the picture has no height, neither in its frame nor in a DNL segment"),
      offset: bytes.fileOffset)
  }
}
