import Metadata

/// Reads a JPEG image to its end (ISO/IEC 10918-1 §B, §F.2).
///
/// The coefficients of a sequential image are read and not kept: each block has to end and has to have a possible
/// brightness, and each scan has to have as many blocks as the image. Bytes of other files fail these checks.
struct RescuedJPEGReader {
  enum Step: Equatable {
    case more
    /// The position is after the EOI marker.
    case end
    /// The damage at the position.
    case damage(String)
  }

  private(set) var reader: DiskReader
  /// Whether the image has scans.
  private(set) var hasScan = false

  private struct Component {
    var id: UInt8
    var horizontal: Int
    var vertical: Int
    /// The number of its quantisation table.
    var quantisation: Int
  }
  private struct Frame {
    /// The bits of a sample.
    var depth: Int
    var width: Int
    var height: Int
    var components: [Component]
  }
  /// The scan that is being read.
  private struct Scan {
    /// For each block of an MCU: its component in the scan, and the tables of its DC and AC coefficients.
    var blocks: [(component: Int, dc: Int, ac: Int)]
    var unitCount: Int
    var unit = 0
    /// The last DC coefficient of each component. It is the sum of all differences before it, so that the bytes of
    /// another image soon lead to one that no image has.
    var brightness = SIMD4<Int32>()
    /// The largest DC coefficients of the components.
    var brightest: SIMD4<Int32>
  }

  /// Nil for an image whose scans cannot be read here: a progressive one, for example.
  private var frame: Frame?
  private var hasFrame = false
  /// The tables of DC coefficients, and then those of AC coefficients.
  private var tables = [JPEGHuffmanTable?](repeating: nil, count: 8)
  /// The first number of each quantisation table: that of DC coefficients.
  private var steps = SIMD4<Int32>()
  private var restartInterval = 0
  private var scan: Scan?
  private var bits = EntropyBits()
  /// Whether bytes of a scan that cannot be read are skipped.
  private var isPassing = false

  /// The most stray bytes before the first scan, which decoders skip.
  private let mostStrayBytes: Int

  /// The image that starts at a byte of a file.
  init(_ file: FragmentedFile, from start: Int = 0, mostStrayBytes: Int = 0) {
    reader = DiskReader(file, at: start + 2)
    self.mostStrayBytes = mostStrayBytes
  }

  /// The next byte that is read; some bytes before it may not have been used yet.
  var position: Int { reader.position }

  var file: FragmentedFile { reader.file }

  /// Whether the next bytes are of a scan.
  var isInScan: Bool { scan != nil || isPassing }

  /// Continues in another file with the same bytes up to here.
  mutating func go(on file: FragmentedFile) { reader.file = file }

  /// Reads to the end of the image, or to the first damage.
  mutating func finish() -> Step {
    while true {
      let step = next()
      guard step == .more else { return step }
    }
  }

  /// Reads a marker segment, or an MCU.
  @inline(__always)
  mutating func next() -> Step {
    scan == nil ? marker() : unit()
  }

  // MARK: Markers

  private mutating func marker() -> Step {
    if isPassing { reader.skipToMarker() } else if !hasScan { passStrayBytes() }
    guard let byte = reader.byte(), let code = reader.byte(1) else { return .damage("has no end") }
    guard byte == 0xFF else { return .damage("has no marker where one should be") }
    switch code {
    case 0xFF: reader.position += 1
    // A stuffed byte, TEM, a restart marker.
    case 0x00, 0x01, 0xD0...0xD7:
      guard isPassing else { return .damage("has no marker where one should be") }
      reader.position += 2
    case 0xD9:
      reader.position += 2
      return hasScan ? .end : .damage("has no image")
    // SOFn, tables, APPn, comments, and scans.
    case 0xC0...0xCF, 0xDA...0xEF, 0xFE:
      // Segments that belong before an image cannot be within one: the bytes are from another file.
      guard !hasScan || [0xC4, 0xCC, 0xDA, 0xDB, 0xDC, 0xDD].contains(code) else {
        return .damage("has another image's bytes in it")
      }
      return segment(code)
    default:
      return .damage(
        hasScan ? "has bytes in it that belong to no image" : "has a wrong marker")
    }
    return .more
  }

  /// Skips to the next marker of a segment, if one is near.
  private mutating func passStrayBytes() {
    for count in 0..<mostStrayBytes where reader.byte(count) == 0xFF {
      guard let code = reader.byte(count + 1), code >= 0xC0, !(0xD0...0xD9).contains(code) else {
        continue
      }
      reader.position += count
      return
    }
  }

  private mutating func segment(_ code: UInt8) -> Step {
    guard let high = reader.byte(2), let low = reader.byte(3) else { return .damage("has no end") }
    let length = Int(high) << 8 | Int(low)
    guard length >= 2 else { return .damage("has a segment without a length") }
    let start = reader.position
    isPassing = false
    switch code {
    case 0xC4, 0xDB, 0xDD, 0xDA, 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
      reader.position += 4
      guard let payload = reader.take(length - 2) else { return .damage("has no end") }
      guard take(code, payload) else {
        reader.position = start
        return .damage("has a \(code == 0xDA ? "scan" : "table") that is not possible")
      }
    default: reader.position += 2 + length
    }
    return .more
  }

  private mutating func take(_ code: UInt8, _ payload: [UInt8]) -> Bool {
    switch code {
    case 0xC4: return takeTables(payload)
    case 0xDB: return takeSteps(payload)
    case 0xDD:
      guard payload.count >= 2 else { return false }
      restartInterval = Int(payload[0]) << 8 | Int(payload[1])
      return true
    case 0xDA: return begin(payload)
    default: return takeFrame(code, payload)
    }
  }

  private mutating func takeTables(_ payload: [UInt8]) -> Bool {
    var rest = payload[...]
    while let kind = rest.first {
      guard rest.count >= 17, kind & 0xEF < 4 else { return false }
      let counts = rest.dropFirst().prefix(16)
      let total = counts.reduce(0) { $0 + Int($1) }
      guard rest.count >= 17 + total,
        let table = JPEGHuffmanTable(counts: counts, values: rest.dropFirst(17).prefix(total))
      else { return false }
      tables[Int(kind >> 4) * 4 + Int(kind & 3)] = table
      rest = rest.dropFirst(17 + total)
    }
    return true
  }

  /// Quantisation tables, of bytes or of numbers with two bytes (§B.2.4.1).
  private mutating func takeSteps(_ payload: [UInt8]) -> Bool {
    var rest = payload[...]
    while let kind = rest.popFirst() {
      let size = kind >> 4 == 0 ? 1 : 2
      guard kind & 0xEC == 0, rest.count >= 64 * size else { return false }
      steps[Int(kind & 3)] = rest.prefix(size).reduce(0) { $0 << 8 | Int32($1) }
      rest = rest.dropFirst(64 * size)
    }
    return true
  }

  private mutating func takeFrame(_ code: UInt8, _ payload: [UInt8]) -> Bool {
    guard !hasFrame, payload.count >= 6 else { return false }
    hasFrame = true
    let count = Int(payload[5])
    guard count > 0, payload.count >= 6 + 3 * count else { return false }
    let (height, width) = (
      Int(payload[1]) << 8 | Int(payload[2]), Int(payload[3]) << 8 | Int(payload[4])
    )
    let components = (0..<count).map { index in
      let offset = 6 + 3 * index
      return Component(
        id: payload[offset], horizontal: Int(payload[offset + 1] >> 4),
        vertical: Int(payload[offset + 1] & 15), quantisation: Int(payload[offset + 2] & 3))
    }
    guard width > 0,
      components.allSatisfy({ (1...4).contains($0.horizontal) && (1...4).contains($0.vertical) })
    else { return false }
    // Baseline and extended sequential images; a height of 0 comes with a DNL segment.
    if code == 0xC0 || code == 0xC1, height > 0 {
      frame = Frame(
        depth: Int(payload[0]), width: width, height: height, components: components)
    }
    return true
  }

  // MARK: Scans

  private mutating func begin(_ payload: [UInt8]) -> Bool {
    guard hasFrame, let count = payload.first.map(Int.init), (1...4).contains(count),
      payload.count >= 1 + 2 * count
    else { return false }
    hasScan = true
    guard let frame else {
      isPassing = true
      return true
    }
    var parts: [(component: Component, dc: Int, ac: Int)] = []
    for index in 0..<count {
      let (id, selected) = (payload[1 + 2 * index], payload[2 + 2 * index])
      guard let component = frame.components.first(where: { $0.id == id }), selected & 0xCC == 0
      else { return false }
      parts.append((component, Int(selected >> 4), 4 + Int(selected & 15)))
    }
    guard parts.allSatisfy({ tables[$0.dc] != nil && tables[$0.ac] != nil }) else { return false }
    func ceiling(_ a: Int, _ b: Int) -> Int { (a + b - 1) / b }
    let most = (
      frame.components.map(\.horizontal).max() ?? 1, frame.components.map(\.vertical).max() ?? 1
    )
    let blocks: [(component: Int, dc: Int, ac: Int)]
    let unitCount: Int
    if count == 1 {
      // A scan of one component has only the blocks of that component (§A.2.2).
      let component = parts[0].component
      unitCount =
        ceiling(ceiling(frame.width * component.horizontal, most.0), 8)
        * ceiling(ceiling(frame.height * component.vertical, most.1), 8)
      blocks = [(0, parts[0].dc, parts[0].ac)]
    } else {
      unitCount = ceiling(frame.width, 8 * most.0) * ceiling(frame.height, 8 * most.1)
      blocks = parts.enumerated().flatMap { index, part in
        Array(
          repeating: (index, part.dc, part.ac),
          count: part.component.horizontal * part.component.vertical)
      }
    }
    var brightest = SIMD4<Int32>(repeating: .max)
    for (index, part) in parts.enumerated() where frame.depth == 8 {
      // Eight times the largest sample, and as much again for filters that go over the edge.
      brightest[index] = 2048 / max(steps[part.component.quantisation], 1) + 1
    }
    scan = Scan(blocks: blocks, unitCount: unitCount, brightest: brightest)
    bits.removeAll()
    return true
  }

  /// Reads an MCU; the last one ends the scan.
  private mutating func unit() -> Step {
    guard var scan else { return .more }
    if restartInterval > 0, scan.unit > 0, scan.unit % restartInterval == 0 {
      let number = UInt8((scan.unit / restartInterval - 1) % 8)
      guard skipToNextMarker(), reader.byte(1) == 0xD0 + number else {
        return .damage("has no restart marker where one should be")
      }
      reader.position += 2
      scan.brightness = SIMD4()
    }
    for block in scan.blocks {
      guard let dc = tables[block.dc], let ac = tables[block.ac], let difference = read(dc, ac),
        case let brightness = scan.brightness[block.component] &+ difference,
        brightness.magnitude <= scan.brightest[block.component].magnitude
      else { return .damage("has bytes in it that do not belong to this image") }
      scan.brightness[block.component] = brightness
    }
    scan.unit += 1
    if scan.unit == scan.unitCount {
      guard skipToNextMarker() else { return .damage("has more bytes than its image needs") }
      self.scan = nil
    } else {
      self.scan = scan
    }
    return .more
  }

  /// Skips the padding bits of the last byte. Few encoders write more than those.
  private mutating func skipToNextMarker() -> Bool {
    bits.removeAll()
    for _ in 0..<64 {
      guard let byte = reader.byte(), let code = reader.byte(1) else { return false }
      if byte == 0xFF, code != 0 {
        if code != 0xFF { return true }
      }
      reader.position += 1
    }
    return false
  }

  /// Reads the coefficients of a block (§F.2.2.1, §F.2.2.2).
  ///
  /// - Returns: the difference of its DC coefficient; nil if there is no block.
  @inline(__always)
  private mutating func read(_ dc: JPEGHuffmanTable, _ ac: JPEGHuffmanTable) -> Int32? {
    bits.fill(&reader)
    let first = dc.code(bits.next)
    guard first.length > 0, first.value <= 15 else { return nil }
    let difference = bits.number(after: first.length, size: first.value)
    guard bits.skip(first.length + first.value) else { return nil }
    var index = 1
    while index < 64 {
      if bits.count < 32 { bits.fill(&reader) }
      let code = ac.code(bits.next)
      let size = code.value & 15
      guard code.length > 0, bits.skip(code.length + size) else { return nil }
      if size == 0 {
        if code.value == 0xF0 {
          index += 16
          continue
        }
        // EOB
        return code.value == 0 ? difference : nil
      }
      index += code.value >> 4 + 1
      guard index <= 64 else { return nil }
    }
    return index == 64 ? difference : nil
  }
}

/// Reads bytes of a file on a disk one after the other.
struct DiskReader {
  /// The file. It may be replaced by another one that has the same bytes up to ``position``.
  var file: FragmentedFile {
    didSet { bytes = [] }
  }
  /// The next byte.
  var position: Int
  private var bytes: [UInt8] = []
  private var start = 0

  private static let window = 1 << 16

  init(_ file: FragmentedFile, at position: Int) {
    self.file = file
    self.position = position
  }

  /// A byte at a distance from the position; nil after the end of the file.
  @inline(__always)
  mutating func byte(_ ahead: Int = 0) -> UInt8? {
    let index = position + ahead - start
    if bytes.indices.contains(index) { return bytes[index] }
    return reload(ahead)
  }

  /// Appends bytes of entropy-coded data to the bits, without the zero bytes after FF, up to a marker.
  ///
  /// - Parameters:
  ///   - bits: the first bit is the highest.
  ///   - count: the number of bits.
  @inline(__always)
  mutating func feed(_ bits: inout UInt64, _ count: inout Int) {
    var index = position - start
    while count <= 56 {
      if index < 0 || index + 1 >= bytes.count {
        position = start + index
        guard byte(1) != nil || byte() != nil else { return }
        index = position - start
        // The last byte of a file cannot be part of a scan, because a marker has to follow.
        guard index + 1 < bytes.count else { return }
      }
      let byte = bytes[index]
      if byte == 0xFF {
        guard bytes[index + 1] == 0 else { break }
        index += 1
      }
      index += 1
      bits |= UInt64(byte) << UInt64(56 - count)
      count += 8
    }
    position = start + index
  }

  private mutating func reload(_ ahead: Int) -> UInt8? {
    start = position
    bytes = file.read(start..<start + DiskReader.window)
    return bytes.indices.contains(ahead) ? bytes[ahead] : nil
  }

  /// Reads this number of bytes, and moves the position past them; nil if there are fewer.
  mutating func take(_ count: Int) -> [UInt8]? {
    let taken = file.read(position..<position + count)
    position += count
    return taken.count == count ? taken : nil
  }

  /// Skips to the next byte at which a marker may start, or to the end.
  mutating func skipToMarker() {
    while byte() != nil {
      if let next = bytes[(position - start)...].firstIndex(of: 0xFF) {
        position = start + next
        return
      }
      position = start + bytes.count
    }
  }
}

/// The bits of entropy-coded data, without the zero bytes after FF (ISO/IEC 10918-1 §F.2.2.5). They end at a
/// marker.
struct EntropyBits {
  private var bits: UInt64 = 0
  private(set) var count = 0

  /// Reads bytes until there are more than 56 bits, or no more bytes.
  @inline(__always)
  mutating func fill(_ reader: inout DiskReader) { reader.feed(&bits, &count) }

  /// The next 16 bits; zeros after the last one.
  var next: UInt16 { UInt16(truncatingIfNeeded: bits >> 48) }

  /// The number that some bits state after a code (ISO/IEC 10918-1 §F.2.2.1).
  ///
  /// - Parameters:
  ///   - length: the length of the code.
  ///   - size: the number of bits, at most 15.
  @inline(__always)
  func number(after length: Int, size: Int) -> Int32 {
    guard size > 0 else { return 0 }
    let value = Int32(truncatingIfNeeded: (bits << UInt64(length)) >> UInt64(64 - size))
    return value >= 1 << Int32(size - 1) ? value : value - (1 << Int32(size)) + 1
  }

  /// Skips this number of bits. False if there are fewer.
  @inline(__always)
  mutating func skip(_ length: Int) -> Bool {
    bits <<= UInt64(length)
    count -= length
    return count >= 0
  }

  mutating func removeAll() { self = EntropyBits() }
}

/// The offsets on a disk that can be in the middle of a JPEG image. What is at an offset is read once, for all images.
final class ScanDataOffsets {
  private let image: DiskImage
  private var known: [Int: Bool] = [:]

  /// Other bytes soon have a marker that scans do not have: of random bytes, about one in 300 starts one.
  private static let length = 4096

  init(_ image: DiskImage) { self.image = image }

  /// Whether the bytes from an offset on can be of a scan.
  func contains(_ offset: Int) -> Bool {
    if let known = known[offset] { return known }
    let isPossible = canBeScan(image.read(offset..<offset + ScanDataOffsets.length))
    known[offset] = isPossible
    return isPossible
  }

  private func canBeScan(_ bytes: [UInt8]) -> Bool {
    // The byte before them may be FF.
    if let first = bytes.first, ScanDataOffsets.endsScan(first) { return true }
    for index in bytes.indices.dropLast() where bytes[index] == 0xFF {
      let code = bytes[index + 1]
      if ScanDataOffsets.endsScan(code) { return true }
      guard [0, 0xFF].contains(code) || (0xD0...0xD7).contains(code) else { return false }
    }
    // Unused parts of a disk, which some tables take for an image without end.
    return bytes.contains { $0 != 0 }
  }

  /// Whether a marker can follow a scan. The bytes after it are of another kind.
  private static func endsScan(_ code: UInt8) -> Bool {
    [0xC4, 0xCC, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD].contains(code)
  }
}
