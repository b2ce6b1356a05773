public import FieldCoding
import ISOBMFF
import StillMetadata

extension Edit {
  /// Whether bytes are a JPEG picture by which another one can be rebuilt.
  public static func isPicture(_ bytes: Bytes) -> Bool { JPEGScan(JPEGSegments(bytes)) != nil }

  /// Gives a JPEG picture the tables of another photo of the same camera, because its own are lost.
  ///
  /// The header of its scan says where its data begins. If that is lost too, restart markers say where the rest of the
  /// data belongs (ITU-T T.81 §E.1.4); what is lost becomes grey.
  ///
  /// - Parameter other: a photo of the same camera, with the same size and quality.
  public mutating func rebuildPicture(like other: Bytes) throws(EditError) {
    let good = JPEGSegments(other)
    guard let scan = JPEGScan(good), let header = good.segments.last else {
      throw EditError(
        .wrongFile,
        "cannot be rebuilt like the file of --like: pictures with several scans are not rebuilt")
    }
    let bytes = original.bytes
    guard JPEGSegments(bytes).finding != nil else {
      throw EditError(
        .invalid,
        "has all of its tables: repair it without --like; boxwalk convert --rescue shows what is left of its picture"
      )
    }
    var written = ByteWriter()
    written.write([0xFF, 0xD8])
    guard let scanHeader = other.part(header.offset..<header.offset + header.size) else { return }
    if let found = bytes.lastPlace(of: scanHeader) {
      writeTables(of: good, and: JPEGSegments.segments(in: bytes, before: found), &written)
      if let rest = bytes.part(found..<bytes.count) { written.write(uncopied: rest) }
      note(found, "data")
    } else {
      writeTables(of: good, and: [], &written)
      written.write(scanHeader)
      try writeIntervals(of: scan, &written)
    }
    rewritten = written
    losesMedia = true
  }

  /// Writes the tables of the other photo, and those that are left of this one, which replace them.
  private func writeTables(
    of good: JPEGSegments, and own: [JPEGSegments.Segment], _ written: inout ByteWriter
  ) {
    let hasFrame = own.contains { $0.marker == 0xC0 || $0.marker == 0xC1 }
    for segment in good.segments.dropLast() where segment.isOfPicture {
      if hasFrame, segment.marker == 0xC0 || segment.marker == 0xC1 { continue }
      written.write(segment)
    }
    for segment in own { written.write(segment) }
  }

  /// Writes the data that is left, and grey for the rest.
  private mutating func writeIntervals(
    of scan: JPEGScan, _ written: inout ByteWriter
  ) throws(EditError) {
    let bytes = original.bytes
    let data = Array(bytes)
    let found = RestartIntervals(of: data, from: 0, count: scan.intervalCount, damaged: 0)
    let whole = found.intervals.compactMap { $0 }
    guard scan.restartInterval > 0, let end = found.end, let first = whole.first, whole.count > 1
    else {
      throw EditError(
        .damaged,
        "has neither the header of its scan nor restart markers up to its end, so that nothing tells where its data belongs"
      )
    }
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
    note(first.lowerBound, "intact data")
    let lost = found.intervals.count - whole.count
    notes.append(
      "\(lost * 100 / found.intervals.count) % of the picture is lost, and grey: its data is not in the file, or damaged"
    )
  }

  private mutating func note(_ start: Int, _ what: String) {
    notes.append(
      "the start of the JPEG picture was lost: it has the tables, the size and the colour profile of the other photo now, and \(counted(start, "byte")) before its \(what) \(start == 1 ? "is" : "are") left out; boxwalk convert shows whether it can be decoded"
    )
  }
}

extension JPEGSegments.Segment {
  /// Whether decoders need it, or the colours are wrong without it: frame, tables, colour transform and profile.
  fileprivate var isOfPicture: Bool {
    switch marker {
    case 0xC0, 0xC1, 0xC4, 0xDB, 0xDD: true
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
  /// The last place where these bytes are.
  fileprivate func lastPlace(of pattern: Bytes) -> Int? {
    guard let pair = pattern.number(at: 0, size: 2) else { return nil }
    var pairs = BytePairs()
    pairs.insert(UInt16(pair)...UInt16(pair))
    var (position, last) = (0, Int?.none)
    while let place = pairs.firstPlace(in: self, from: position) {
      if part(place..<Swift.min(place + pattern.count, count)) == pattern { last = place }
      position = place + 1
    }
    return last
  }
}
