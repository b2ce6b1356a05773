import AV1
import AVC
import HEVC
import ISOBMFF
import Metadata
import Movie
import NALUnits

/// The codec of a track or an item in which user data can be.
enum CodedStream {
  case nalUnits(lengthSize: Int, isHEVC: Bool)
  case av1
  case aac
  /// JPEG images, whose segments have metadata.
  case jpeg
  /// MPEG-1, MPEG-2 and MPEG-4 frames, whose headers have user data.
  case startCodes

  /// Nil for a sample entry, a property or a record of another codec.
  init?(_ box: Box) {
    if let audio = box[AudioSampleEntry.self] {
      let type = audio.elementaryStream?.objectTypeIndication
      guard let type, [0x40, 0x66, 0x67, 0x68].contains(type) else { return nil }
      self = .aac
      return
    }
    if let picture = box[VisualSampleEntry.self] {
      let type = picture.children.first(ElementaryStreamDescriptorBox.self)?.objectTypeIndication
      switch (box.type, type) {
      case ("jpeg", _), ("mjpa", _), ("mp4v", 0x6C): self = .jpeg
      case ("mp4v", nil), ("mp4v", 0x20?), ("mp4v", (0x60...0x65)?), ("mp4v", 0x6A?), ("m2v1", _):
        self = .startCodes
      case ("mp4v", _): return nil
      default:
        guard let stream = picture.children.firstNonNil({ CodedStream($0) }) else { return nil }
        self = stream
      }
      return
    }
    if let hevc = box[HEVCConfigurationBox.self] {
      self = .nalUnits(lengthSize: Int(hevc.record.lengthSizeMinusOne) + 1, isHEVC: true)
    } else if let avc = box[AVCConfigurationBox.self] {
      self = .nalUnits(lengthSize: Int(avc.record.lengthSizeMinusOne) + 1, isHEVC: false)
    } else if box.type == "av1C" {
      self = .av1
    } else {
      return nil
    }
  }

  /// Whether user data in samples of this kind is found, or there is no room for it in its coding.
  static func isKnown(_ entry: Box) -> Bool {
    if CodedStream(entry) != nil || withoutUserData.contains(entry.type)
      || ["encv", "enca"].contains(entry.type)
    {
      return true
    }
    if let audio = entry[AudioSampleEntry.self] {
      let type = entry.type == "mp4a" ? audio.elementaryStream?.objectTypeIndication : nil
      return type.map { audioWithoutUserData.contains($0) } ?? false
    }
    // Encrypted samples can be read by nobody without a key; hints and time codes.
    return entry[VisualSampleEntry.self] == nil
  }

  /// AC-3, Enhanced AC-3, DTS, Opus, MPEG-1 and MPEG-2.
  private static let audioWithoutUserData: Set<UInt8> = [
    0x69, 0x6B, 0xA5, 0xA6, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD,
  ]
  /// Codings of samples without user data.
  private static let withoutUserData: Set<FourCC> = [
    "vp08", "vp09", "apch", "apcn", "apcs", "apco", "ap4h", "ap4x", "aprn", "aprh", "AVdn", "AVdh",
    "s263", "h263", "vc-1", "dvc ", "dvcp", "dvpp", "dvh5", "dvh6", "dv5n", "dv5p", "rle ", "raw ",
    "2vuy", "yuvs", "yuv2", "v210", "v216", "v308", "v408", "v410", "r210", "b64a", "b48r", "b16g",
    "uncv", "cvid", "SVQ1", "SVQ3", "8BPS", "smc ", "rpza", "Hap1", "Hap5", "HapY", "HapM", "HapA",
    "mjpb",
    "ac-3", "ec-3", "ac-4", "mlpa", "Opus", "fLaC", "alac", "samr", "sawb", "sawp", "ipcm", "fpcm",
    "lpcm", "twos", "sowt", "in24", "in32", "fl32", "fl64", "ulaw", "alaw", "ima4", ".mp3", "NONE",
    "MAC3", "MAC6", "QDM2", "QDMC", "Qclp", "dtsc", "dtsh", "dtsl", "dtse", "dtsx", "dtsy", "mha1",
    "mhm1", "mha2", "mhm2", "iamf", "ms\u{0}\u{2}", "ms\u{0}\u{11}", "ms\u{0}U",
  ]

  var title: String {
    switch self {
    case .nalUnits: "user data (SEI)"
    case .av1: "user data (OBUs)"
    case .aac: "data before the audio (AAC)"
    case .jpeg: "metadata of pictures (JPEG)"
    case .startCodes: "user data (MPEG)"
    }
  }

  typealias Change = (range: Range<Int>, bytes: [UInt8])

  /// The ranges of a sample or an item that change, with their new bytes.
  func changes(in sample: Bytes, where goes: (UserData) -> Bool) -> [Change] {
    switch self {
    case .nalUnits(let lengthSize, _):
      guard let units = try? LengthPrefixed.nalUnits(in: sample, lengthSize: lengthSize) else {
        return []
      }
      return units.compactMap { unit in
        let start = unit.range.lowerBound - sample.range.lowerBound
        return clearing(unit, where: goes).map { (start..<start + unit.count, $0) }
      }
    case .av1: return CodedStream.changes(inOBUs: sample, where: goes)
    case .aac: return CodedStream.changes(inAAC: sample, where: goes)
    case .jpeg: return CodedStream.changes(inJPEG: sample, where: goes)
    case .startCodes: return CodedStream.changes(inMPEG: sample, where: goes)
    }
  }

  // MARK: AVC, HEVC

  /// The unit with 0xFF for each byte above 3 of user data that goes. So the bytes that keep start codes out of a unit
  /// stay where they are, and the unit keeps its size. Nil if nothing changes, or it is no SEI.
  func clearing(_ unit: Bytes, where goes: (UserData) -> Bool) -> [UInt8]? {
    guard case .nalUnits(_, let isHEVC) = self, let first = unit.first else { return nil }
    let headerSize = isHEVC ? 2 : 1
    let type = isHEVC ? first >> 1 & 0x3F : first & 0x1F
    guard unit.count > headerSize else { return nil }
    if let size = CodedStream.sizeForDecoders(type, isHEVC: isHEVC) {
      // The stop bit is in the last byte.
      let data =
        headerSize + size..<max(headerSize + size, unit.count - (unit.last == 0x80 ? 1 : 0))
      guard let payload = unit.part(data), !payload.isBlank, goes(.other(payload)) else {
        return nil
      }
      return unit.enumerated().map { data.contains($0) && $1 > 3 ? 0xFF : $1 }
    }
    guard isHEVC ? [39, 40].contains(type) : type == 6 else { return nil }
    // The offsets of the bytes that are not there to keep start codes out.
    var offsets: [Int] = []
    var zeros = 0
    for (index, byte) in unit.enumerated() {
      if index >= headerSize, zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      offsets.append(index)
      zeros = byte == 0 && index >= headerSize ? zeros + 1 : 0
    }
    let content = Bytes(offsets.map { unit[$0] })
    var coder = FieldCoder(decoding: content.part(headerSize..<content.count) ?? Bytes())
    var cleared = Array(unit)
    // The stop bit is in the last byte.
    while coder.bitsLeft > 16 {
      var message = SEIMessage()
      guard (try? message.fields(&coder)) != nil else { break }
      let end = content.count - coder.bitsLeft / 8
      switch message.payloadType {
      case 4 where goes(.registered(message.payload)), 5 where goes(.other(message.payload)):
        for index in end - message.payload.count..<end where content[index] > 3 {
          cleared[offsets[index]] = 0xFF
        }
      default: break
      }
    }
    return cleared.elementsEqual(unit) ? nil : cleared
  }

  /// The number of bytes after the header of a unit of which decoders use no more: filler data, delimiters, and units
  /// of reserved and unspecified types (ITU-T H.264 table 7-1, H.265 table 7-1) but those of Dolby Vision. Nil for
  /// others.
  private static func sizeForDecoders(_ type: UInt8, isHEVC: Bool) -> Int? {
    switch (isHEVC, type) {
    case (false, 9), (true, 35): 1
    case (false, 10...12), (true, 36...38): 0
    case (false, 0), (false, 16...18), (false, 22...27), (false, 29), (false, 31): 0
    case (true, 41...61): 0
    default: nil
    }
  }

  // MARK: AV1

  private static func changes(inOBUs sample: Bytes, where goes: (UserData) -> Bool) -> [Change] {
    var changes: [Change] = []
    var position = 0
    while let rest = sample.part(position..<sample.count), !rest.isEmpty,
      let unit = OpenBitstreamUnit.start(of: rest), unit.byteCount <= rest.count,
      unit.byteCount > 0
    {
      defer { position += unit.byteCount }
      // The last byte has the trailing bit.
      let payload = unit.payload..<max(unit.payload, unit.byteCount - 1)
      guard let bytes = rest.part(payload), !bytes.isEmpty else { continue }
      var data = 0..<0
      switch unit.header.type {
      case .padding: if goes(.other(bytes)) { data = payload }
      case .metadata:
        let content = payload.lowerBound + 1..<payload.upperBound
        guard let rest = rest.part(content), let type = bytes.first else { continue }
        if type == 4 ? goes(.registered(rest)) : type >= 6 && goes(.other(rest)) { data = content }
      case let type where type.rawValue == 0 || (9...14).contains(type.rawValue):
        // Decoders ignore reserved types.
        if goes(.other(bytes)) { data = payload }
      default: continue
      }
      guard let old = rest.part(data), !old.isZero else { continue }
      changes.append(
        (
          position + data.lowerBound..<position + data.upperBound,
          [UInt8](repeating: 0, count: data.count)
        ))
    }
    return changes
  }

  // MARK: MPEG

  /// User data (ISO/IEC 13818-2 §6.2.2.2.2, 14496-2 §6.2.2.1), which ends at the next start code.
  private static func changes(inMPEG sample: Bytes, where goes: (UserData) -> Bool) -> [Change] {
    let bytes = Array(sample)
    let starts = bytes.indices.dropLast(3).filter {
      bytes[$0] == 0 && bytes[$0 + 1] == 0 && bytes[$0 + 2] == 1
    }
    return zip(starts, starts.dropFirst() + [bytes.count]).compactMap { start, end in
      let data = start + 4..<max(start + 4, end)
      guard bytes[start + 3] == 0xB2, let payload = sample.part(data),
        !isForDecoders(payload), goes(.other(payload))
      else { return nil }
      return (data, [UInt8](repeating: 0xFF, count: data.count))
    }
  }

  /// Whether it is captions, the active format, or the name of a writer by which decoders know its faults.
  private static func isForDecoders(_ data: Bytes) -> Bool {
    ["GA94", "CC\u{1}", "DTG1", "DivX", "XviD", "Lavc", "FFmpeg"].contains {
      data.starts(with: $0.utf8)
    }
  }

  // MARK: JPEG

  /// Segments keep their sizes: headers of QuickTime's Motion JPEG have offsets of what follows. A sample has one
  /// image for each field.
  private static func changes(inJPEG sample: Bytes, where goes: (UserData) -> Bool) -> [Change] {
    var changes: [Change] = []
    var start = 0
    while let rest = sample.part(start..<sample.count), rest.starts(with: [0xFF, 0xD8]) {
      let jpeg = JPEGSegments(rest)
      for segment in jpeg.segments
      where (0xE0...0xEF).contains(segment.marker) || segment.marker == 0xFE {
        guard !segment.payload.isZero, !isHeader(segment), goes(.other(segment.payload)) else {
          continue
        }
        let end = start + segment.offset + segment.size
        let zeros = [UInt8](repeating: 0, count: segment.payload.count)
        changes.append((end - zeros.count..<end, zeros))
      }
      guard let end = jpeg.end, end > 0 else { break }
      start += end
    }
    return changes
  }

  /// Whether a decoder needs it: JFIF, the order of fields, Adobe's colours, a profile, and the header of Motion JPEG A.
  private static func isHeader(_ segment: JPEGSegments.Segment) -> Bool {
    switch segment.marker {
    case 0xE0: ["JFIF", "AVI1"].contains { segment.payload.starts(with: $0.utf8) }
    case 0xE1: segment.payload.dropFirst(4).starts(with: "mjpg".utf8)
    case 0xE2: segment.payload.starts(with: JPEGSegments.iccIdentifier)
    case 0xEE: segment.payload.starts(with: "Adobe".utf8)
    default: false
    }
  }

  // MARK: AAC

  /// Data stream elements and fill elements that precede the audio. Those that follow it can only be found by decoding.
  private static func changes(inAAC sample: Bytes, where goes: (UserData) -> Bool) -> [Change] {
    var bits = FieldCoder(decoding: sample)
    func read(_ count: Int) -> Int? {
      var value: UInt16 = 0
      guard (try? bits.uint(count, "value", &value)) != nil else { return nil }
      return Int(value)
    }
    var cleared = Array(sample.prefix(1 << 12))
    while let id = read(3), id == 4 || id == 6 {
      let size: Int
      if id == 4 {
        guard read(4) != nil, let isAligned = read(1), let count = read(8),
          let more = count == 255 ? read(8) : 0
        else { break }
        size = count + more
        let past = (sample.count * 8 - bits.bitsLeft) % 8
        if isAligned == 1, past > 0 { _ = read(8 - past) }
      } else {
        guard let count = read(4), let more = count == 15 ? read(8) : 1 else { break }
        size = count + more - 1
      }
      let start = sample.count * 8 - bits.bitsLeft
      guard size <= bits.bitsLeft / 8 else { break }
      let content = (0..<size).compactMap { _ in read(8) }.map { UInt8($0) }
      // Dynamic range and SBR are extensions of other types (table 4.121).
      let isFill = id == 6 && content.first.map { $0 >> 4 < 2 } == true
      guard id == 4 || isFill, (start + size * 8 + 7) / 8 <= cleared.count,
        goes(.other(Bytes(content))), !CodedStream.statesDelay(content)
      else { continue }
      for bit in start + (id == 6 ? 4 : 0)..<start + size * 8 {
        cleared[bit / 8] &= ~(0x80 >> UInt8(bit % 8))
      }
    }
    guard !cleared.elementsEqual(sample.prefix(cleared.count)) else { return [] }
    return [(0..<cleared.count, cleared)]
  }

  /// Whether it is the name of FAAC, after 17 bits: FFmpeg knows by it how long the encoder's silence is.
  private static func statesDelay(_ content: [UInt8]) -> Bool {
    let text = zip(content.dropFirst(2), content.dropFirst(3)).map { $0 << 1 | $1 >> 7 }
    return text.starts(with: Array("libfaac".utf8))
  }
}

/// Data among coded media that decoders do not need.
enum UserData {
  /// With the number of its provider (ITU-T T.35).
  case registered(Bytes)
  case other(Bytes)
}
