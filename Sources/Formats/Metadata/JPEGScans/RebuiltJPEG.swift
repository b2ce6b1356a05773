/// A JPEG image with the tables of another photo of the same camera, because its own are lost, or some of them.
///
/// The header of its scan says where its data begins. If that is lost too, restart markers say where the rest of the data
/// belongs (ITU-T T.81 §E.1.4); what is lost becomes grey.
package struct RebuiltJPEG {
  /// Why an image cannot be rebuilt.
  package enum Failure: Error {
    /// The other image lacks tables itself.
    case otherPicture
    /// The image has its tables.
    case hasTables
    /// The other image does not have the tables that this one lacks.
    case lacksTables
    /// Neither the header of the scan nor restart markers are left.
    case nothingTells
  }

  /// The new file.
  package private(set) var written = ByteWriter()
  /// The first byte of its data that is left.
  package private(set) var start = 0
  /// The share of its data that is lost, in percent; nil if all of it is left.
  package private(set) var lostPercent: Int?
  /// The first table that its scan lacked, or where its data is not codes of its tables; nil if the start of the file is
  /// lost.
  package private(set) var missing: FieldError?
  /// Whether tables of both images differ that have the same use: the other one was made with other settings.
  package private(set) var differs = false
  /// Whether only Huffman tables were taken, and all of the data are codes of them: nothing is guessed.
  package private(set) var isProved = false
  /// The number of bytes that belonged to no segment, and are left out.
  package private(set) var strayCount = 0

  /// Whether the data is not the codes of the tables, so that some of it, or all, is shown wrongly.
  package private(set) var hasOtherCodes = false

  private let bytes: Bytes

  /// - Parameter other: a photo of the same camera, with the same size and quality.
  package init(_ bytes: Bytes, like other: Bytes) throws(Failure) {
    self.bytes = bytes
    let good = JPEGSegments(other)
    guard good.isRebuildable, let header = good.segments.last else { throw .otherPicture }
    let own = JPEGSegments(bytes)
    if own.finding == nil {
      let lacksTables = own.structureProblem != nil
      missing = own.structureProblem ?? own.dataProblem
      guard missing != nil else { throw .hasTables }
      strayCount = own.strayBytes.reduce(0) { $0 + $1.count }
      try takeTables(of: good, for: own, lacksTables)
    } else if let found = bytes.lastOffset(of: header.payload), found >= 4 {
      written.write([0xFF, 0xD8])
      writeTables(of: good, and: JPEGSegments.segments(in: bytes, before: found - 4))
      written.write(header)
      if let rest = bytes.part(found + header.payload.count..<bytes.count) {
        written.write(uncopied: rest)
      }
      start = found - 4
    } else {
      guard let scan = JPEGScan(good) else { throw .nothingTells }
      written.write([0xFF, 0xD8])
      writeTables(of: good, and: [])
      written.write(header)
      try writeIntervals(of: scan)
    }
    guard let copy = try? ByteSource(viewing: written, filling: \.count).bytes else { return }
    let made = JPEGSegments(copy)
    guard made.finding == nil, made.structureProblem == nil else { throw .lacksTables }
    hasOtherCodes = lostPercent == nil && made.scanProblem != nil
  }

  /// Writes the image with its metadata, and with those of the tables and the frame of the other photo that it lacks,
  /// or that are damaged: as few as possible with which its data are codes, or else with which nothing is missing.
  private mutating func takeTables(
    of good: JPEGSegments, for own: JPEGSegments, _ lacksTables: Bool
  ) throws(Failure) {
    guard let scan = own.segments.last, let header = good.segments.last,
      let rest = bytes.part(scan.offset + scan.size..<bytes.count)
    else { throw .lacksTables }
    let kept = own.segments.dropLast().filter(\.isKnown)
    let start = Array(kept.prefix { $0.marker >= 0xE0 })
    let (huffman, quantization): (UInt8, UInt8) = (0xC4, 0xDB)
    let tables: [Set<UInt8>] = [[huffman], [quantization], [huffman, quantization]]
    let all = tables + tables.map { $0.union([0xC0, 0xC1, 0xC2]) }
    // Its own tables come later, and so replace those of the other photo, unless they are what is wrong.
    let choices = all.flatMap { taken in
      [taken.subtracting([huffman, quantization]), taken].map { (taken: taken, replaced: $0) }
    }
    for (taken, replaced) in choices {
      let others = good.segments.filter { taken.contains($0.marker) }
      let own = kept.dropFirst(start.count).filter { !replaced.contains($0.marker) }
      for (isOwn, scan) in [(true, scan), (false, header)] {
        var file = ByteWriter()
        file.write([0xFF, 0xD8])
        for segment in start + others + own + [scan] { file.write(segment) }
        file.write(uncopied: rest)
        guard let copy = try? ByteSource(viewing: file, filling: \.count) else { continue }
        let made = JPEGSegments(copy.bytes)
        guard made.structureProblem == nil else { continue }
        let fits = made.scanProblem == nil
        guard fits || lacksTables && written.count == 0 else { continue }
        written = file
        isProved = fits && isOwn && taken == [huffman]
        differs =
          taken.contains(quantization)
          && kept.contains { table in
            table.marker == quantization && !others.contains { $0.payload == table.payload }
          }
        if fits { return }
      }
    }
    guard written.count > 0 else { throw lacksTables ? .lacksTables : .hasTables }
  }

  /// Writes the tables of the other photo, and those that are left of this one, which replace them.
  private mutating func writeTables(of good: JPEGSegments, and own: [JPEGSegments.Segment]) {
    let hasFrame = own.contains(where: \.isFrame)
    for segment in good.segments.dropLast() where segment.isOfPicture {
      if hasFrame, segment.isFrame { continue }
      written.write(segment)
    }
    for segment in own { written.write(segment) }
  }

  /// Writes the data that is left, and grey for the rest.
  private mutating func writeIntervals(of scan: JPEGScan) throws(Failure) {
    // The other image states the number of intervals. If there are not as many bytes, nearly all is lost.
    guard scan.intervalCount <= bytes.count else { throw .nothingTells }
    let found = JPEGRestartIntervals(
      of: Array(bytes), from: 0, count: scan.intervalCount, damaged: 0)
    let whole = found.intervals.compactMap { $0 }
    guard scan.restartInterval > 0, let end = found.end, let first = whole.first, whole.count > 1
    else { throw .nothingTells }
    for (number, interval) in found.intervals.enumerated() {
      if number > 0 { written.write([0xFF, 0xD0 | UInt8((number - 1) & 7)]) }
      if let interval, let part = bytes.part(interval) {
        written.write(uncopied: part)
      } else {
        written.write(scan.gray(units: scan.units(ofInterval: number)))
      }
    }
    written.write([0xFF, 0xD9])
    if let trailer = bytes.part(end..<bytes.count) { written.write(uncopied: trailer) }
    start = first.lowerBound
    lostPercent = (found.intervals.count - whole.count) * 100 / found.intervals.count
  }
}

extension JPEGSegments {
  /// Whether another image can be rebuilt like this one: its tables and headers are there.
  package var isRebuildable: Bool { finding == nil && structureProblem == nil }

  /// Where its data is not codes of its tables.
  fileprivate var dataProblem: FieldError? {
    scanProblem.map {
      FieldError(
        .invalid("the data of the picture is not codes of its Huffman tables"), offset: $0.offset)
    }
  }
}

extension JPEGSegments.Segment {
  fileprivate var isFrame: Bool { (0xC0...0xC2).contains(marker) }

  /// Whether a process of JPEG has such segments.
  fileprivate var isKnown: Bool { (0xC0...0xEF).contains(marker) || marker == 0xFE }

  /// Whether decoders need it, or the colours are wrong without it: frame, tables, colour transform and profile.
  fileprivate var isOfPicture: Bool {
    switch marker {
    case 0xC0...0xC2, 0xC4, 0xDB, 0xDD: true
    case 0xE2: payload.starts(with: JPEGSegments.iccIdentifier)
    case 0xEE: payload.starts(with: Array("Adobe".utf8))
    default: false
    }
  }
}

extension ByteWriter {
  fileprivate mutating func write(_ segment: JPEGSegments.Segment) {
    write([0xFF, segment.marker])
    write(UInt64(segment.payload.count + 2), bits: 16)
    write(uncopied: segment.payload)
  }
}

extension Bytes {
  /// The last offset of these bytes.
  fileprivate func lastOffset(of pattern: Bytes) -> Int? {
    guard let pair = pattern.number(at: 0, size: 2) else { return nil }
    var pairs = BytePairs()
    pairs.insert(UInt16(pair)...UInt16(pair))
    var (position, last) = (0, Int?.none)
    while let offset = pairs.firstOffset(in: self, from: position) {
      if part(offset..<Swift.min(offset + pattern.count, count)) == pattern { last = offset }
      position = offset + 1
    }
    return last
  }
}

/// A JPEG image whose first bytes are lost, but none of its tables: segments that lead to a scan are found in the rest.
/// Usually only metadata is lost, which comes first.
package struct FoundJPEG {
  /// The file with a new start.
  package let written: ByteWriter
  /// The first segment that is left.
  package let start: Int
  /// Whether nothing of the image is lost: its SOI marker precedes the segment, and the file ends with its EOI marker.
  package let isWhole: Bool

  /// Nil if the bytes have no such image.
  package init?(in bytes: Bytes) throws(ByteSourceError) {
    var pairs = BytePairs()
    // DQT, DRI, APPn: the first segments of an image.
    for markers: ClosedRange<UInt16> in [0xFFDB...0xFFDB, 0xFFDD...0xFFDD, 0xFFE0...0xFFEF] {
      pairs.insert(markers)
    }
    var best: (area: Int, written: ByteWriter, start: Int, isWhole: Bool)?
    var position = 0
    while let offset = pairs.firstOffset(in: bytes, from: position) {
      position = offset + 1
      guard let area = FoundJPEG.area(ofPictureAt: offset, in: bytes), area > best?.area ?? 0,
        let rest = bytes.part(offset..<bytes.count)
      else { continue }
      var written = ByteWriter()
      written.write([0xFF, 0xD8])
      written.write(uncopied: rest)
      // The embedded thumbnail is an image, too, and is smaller.
      let file = try ByteSource(viewing: written, filling: \.count).bytes
      let jpeg = JPEGSegments(file)
      guard jpeg.finding == nil else { continue }
      let isWhole = bytes.number(at: offset - 2, size: 2) == 0xFFD8 && jpeg.end == file.count
      best = (area, written, offset, isWhole)
    }
    guard let best else { return nil }
    (written, start, isWhole) = (best.written, best.start, best.isWhole)
  }

  /// The number of samples of the image whose segments begin at a byte; nil if no segments lead to a scan, or if a
  /// table is missing that it uses.
  private static func area(ofPictureAt start: Int, in bytes: Bytes) -> Int? {
    var head = JPEGScanHead()
    var position = start
    while let segment = bytes.part(position..<position + 4), segment[0] == 0xFF,
      let length = segment.number(at: 2, size: 2)
    {
      let end = position + 2 + length
      guard end >= position + 4, let payload = bytes.part(position + 4..<end),
        head.take(segment[1], payload)
      else { return nil }
      if segment[1] == 0xDA { return head.isComplete ? head.area : nil }
      position = end
    }
    return nil
  }
}

extension JPEGSegments {
  /// The longest sequence of segments that leads to the header of a scan at `scan`, if the bytes before are not those of a
  /// image.
  package static func segments(in bytes: Bytes, before scan: Int) -> [Segment] {
    var pairs = BytePairs()
    // Frames, tables, restart intervals, APPn.
    for markers: ClosedRange<UInt16> in [
      0xFFC0...0xFFC1, 0xFFC4...0xFFC4, 0xFFDB...0xFFDB, 0xFFDD...0xFFDD, 0xFFE0...0xFFEF,
    ] {
      pairs.insert(markers)
    }
    var position = 0
    while let offset = pairs.firstOffset(in: bytes, from: position), offset < scan {
      position = offset + 1
      var segments: [Segment] = []
      var next = offset
      while next < scan, let marker = bytes.number(at: next, size: 2),
        pairs.contains(UInt16(marker)) || marker == 0xFFFE,
        let length = bytes.number(at: next + 2, size: 2), length >= 2,
        let payload = bytes.part(next + 4..<next + 2 + length)
      {
        segments.append(
          Segment(
            marker: UInt8(marker & 0xFF), offset: next, size: 2 + length, payload: payload))
        next += 2 + length
      }
      if next == scan { return segments }
    }
    return []
  }
}
