import AV1
import AVC
import HEIF
import HEVC
import ISOBMFF
import Metadata
import Movie
import Rescue
import VVC

/// The syntax of coded images or samples, as far as it shows, without decoding, that bytes are not those of the encoder.
enum CodedData {
  /// NAL units, each after its length.
  case nalUnits(lengthSize: Int, codec: NALCodec)
  /// OBUs of AV1.
  case openBitstreamUnits
  /// A JPEG image, without the start that all images of the file have in common.
  case jpeg(start: Bytes)
  /// A PNG image, whose chunks have checksums.
  case png
  /// Frames whose first bytes or codes state how long they are.
  case frames(SampleForm)
  /// Frames of FLAC, each of which ends with its checksum.
  case flac
  /// Compressed in any other way: it has no long runs of the same byte, except at its end.
  case compressed

  enum NALCodec { case hevc, avc, vvc }

  /// Bytes that are not those of the encoder.
  struct Damage {
    /// The offset in the file.
    var offset: Int
    /// What is wrong there, as text.
    var description: String
  }

  /// Shorter runs of the same byte are in data that nothing has damaged.
  fileprivate static let longestRun = 64
  /// Runs at the end, where encoders may fill up.
  fileprivate static let longestFilling = 256

  /// The syntax of the samples of a sample entry. Nil if they are not compressed, encrypted, or may be anything.
  init?(_ entry: Box) {
    guard !Track.encryptedEntries.contains(entry.type) else { return nil }
    let object = entry.children.first(ElementaryStreamDescriptorBox.self)?.objectTypeIndication
    if let known = CodedData(configuration: entry.children) {
      self = known
    } else if ["jpeg", "mjpa"].contains(entry.type) || entry.type == "mp4v" && object == 0x6C {
      self = .jpeg(start: Bytes())
    } else if entry.type == "png " || entry.type == "mp4v" && object == 0x6D {
      self = .png
    } else if entry.type == "fLaC" {
      self = .flac
    } else if let form = SampleForm(entry), entry.type != "mebx" {
      self = .frames(form)
    } else if entry[VisualSampleEntry.self] != nil {
      if CodedData.plainVideo.contains(entry.type) { return nil }
      self = .compressed
    } else if let audio = entry[AudioSampleEntry.self] {
      guard PCMFormat(entry.type, audio) == nil, !CodedData.plainAudio.contains(entry.type) else {
        return nil
      }
      self = .compressed
    } else {
      return nil
    }
  }

  /// The syntax of the data of an item; nil if it is no coded image, or one that is not compressed.
  init?(_ item: Item) {
    guard item.entry.protectionIndex == 0, item.isImage, !item.isDerived,
      !["unci", "mski", "j2k1"].contains(item.type)
    else { return nil }
    let boxes = item.properties.map(\.box)
    if item.type == "jpeg" {
      self = .jpeg(start: boxes.first(JPEGConfigurationBox.self)?.jpegPrefix ?? Bytes())
    } else {
      self = CodedData(configuration: boxes) ?? .compressed
    }
  }

  private init?(configuration boxes: [Box]) {
    if let record = boxes.first(HEVCConfigurationBox.self)?.record {
      self = .nalUnits(lengthSize: record.lengthSize, codec: .hevc)
    } else if let record = boxes.first(AVCConfigurationBox.self)?.record {
      self = .nalUnits(lengthSize: record.lengthSize, codec: .avc)
    } else if let record = boxes.first(VvcConfigurationBox.self)?.record {
      self = .nalUnits(lengthSize: record.lengthSize, codec: .vvc)
    } else if boxes.first(AV1CodecConfigurationBox.self) != nil {
      self = .openBitstreamUnits
    } else {
      return nil
    }
  }

  /// Zeros of video that is not compressed are black or transparent, those of SMC, RPZA and Cinepak are blocks that are
  /// skipped or equal, and frames of VC-3 are filled up to a fixed size. Ut Video, HuffYUV and MagicYUV code each pixel by
  /// itself, so that equal pixels have equal codes.
  static let plainVideo: Set<FourCC> = [
    "raw ", "2vuy", "yuvs", "v210", "v308", "v408", "v410", "uncv", "smc ", "rpza", "cvid", "AVdn",
    "AVdh", "ULRG", "ULRA", "ULY0", "ULY2", "ULY4", "ULH0", "ULH2", "ULH4", "UQRG", "UQRA", "UQY0",
    "UQY2", "HFYU", "FFVH", "MAGY", "M8RG", "M8RA", "M8Y0", "M8Y2", "M8Y4", "M8YA", "M8G0",
  ]
  private static let plainAudio: Set<FourCC> = ["ulaw", "alaw", "ima4", "MAC3", "MAC6"]

  /// Where the data of a sample or of an image is first not that of an encoder; nil if none shows.
  func damage(in data: Bytes) -> Damage? {
    guard let first = data.first else { return nil }
    if data.count >= 16, first == 0 || first == 0xFF, data.firstRun(ofAtLeast: data.count) != nil {
      return Damage(data, 0..<data.count)
    }
    switch self {
    case .nalUnits(let lengthSize, let codec):
      do throws(FieldError) {
        for unit in try LengthPrefixed.nalUnits(in: data, lengthSize: lengthSize) {
          if let damage = codec.damage(in: unit) { return damage }
        }
      } catch {
        return Damage(error, in: data, "it is not a chain of NAL units")
      }
    case .openBitstreamUnits:
      do throws(FieldError) {
        for unit in try OpenBitstreamUnit.units(in: data) {
          if unit.header.forbiddenBit || unit.header.type.rawValue == 0 {
            return Damage(offset: unit.payload.fileOffset, description: "a unit in it is no OBU")
          }
          guard unit.header.type.holdsTiles else { continue }
          if let run = unit.payload.lostRun(
            ofAtLeast: CodedData.longestRun, atEnd: CodedData.longestFilling)
          {
            return Damage(unit.payload, run)
          }
        }
      } catch {
        return Damage(error, in: data, "it is not a sequence of OBUs")
      }
    case .jpeg(let start):
      let jpeg = JPEGSegments(start.isEmpty ? data : Bytes(Array(start) + Array(data)))
      guard let problem = jpeg.damage else { return nil }
      return start.isEmpty
        ? problem : Damage(offset: data.fileOffset, description: problem.description)
    case .png: return PNGChunks(data).damage(in: data)
    case .flac:
      guard data.crc16 != 0 else { return nil }
      return Damage.run(in: data)
        ?? Damage(offset: data.fileOffset, description: "its checksum does not fit its data")
    case .frames(let form):
      if !form.fits(0..<data.count, in: data) {
        return Damage.run(in: data)
          ?? Damage(offset: data.fileOffset, description: "it is no frame")
      }
      if case .audioFrame(let frames) = form, let error = frames.problem(in: data) {
        return Damage(offset: error.offset, description: "\(error.reason)")
      }
      // The low bytes of silence are zeros that are not compressed.
      if case .alac = form { return nil }
      fallthrough
    case .compressed:
      return data.lostRun(ofAtLeast: 2 * CodedData.longestFilling, atEnd: .max).map {
        Damage(data, $0)
      }
    }
    return nil
  }
}

extension CodedData.NALCodec {
  /// A NAL unit never has more than two zeros in a row (ITU-T H.264 §7.4.1, H.265 §7.4.2).
  fileprivate func damage(in unit: Bytes) -> CodedData.Damage? {
    guard let first = unit.first else { return nil }
    if first >= 0x80 {
      return CodedData.Damage(
        offset: unit.fileOffset, description: "a unit in it is no NAL unit")
    }
    var start = 0
    while let run = unit.firstRun(ofAtLeast: CodedData.longestRun, from: start) {
      // Some encoders fill units up with zeros. Filler data is FF, and equal images can be coded by bits that are all 1.
      let isLost =
        unit[run.lowerBound] == 0
        ? run.upperBound < unit.count || run.count >= CodedData.longestFilling
        : hasSlice(unit) && run.count >= CodedData.longestFilling
      if isLost { return CodedData.Damage(unit, run) }
      start = run.upperBound
    }
    return nil
  }

  /// Whether the unit has a part of an image, or a type that no unit has.
  private func hasSlice(_ unit: Bytes) -> Bool {
    switch self {
    case .hevc: unit[0] >> 1 < 32
    case .avc: [0, 1, 2, 3, 4, 5, 19, 20, 21].contains(unit[0] & 31)
    case .vvc: unit.count > 1 && unit[1] >> 3 < 12
    }
  }
}

extension CodedData.Damage {
  /// A run of the same byte.
  init(_ data: Bytes, _ run: Range<Int>) {
    let byte = data[run.lowerBound] == 0 ? "0" : "FF"
    self.init(
      offset: data.fileOffset + run.lowerBound,
      description: run.count == data.count
        ? "all of its \(counted(run.count, "byte")) are \(byte)"
        : "\(counted(run.count, "byte")) in a row are \(byte)")
  }

  /// The first long run in data that was found to be damaged.
  static func run(in data: Bytes) -> CodedData.Damage? {
    data.firstRun(ofAtLeast: 32).map { CodedData.Damage(data, $0) }
  }

  fileprivate init(_ error: FieldError, in data: Bytes, _ description: String) {
    self =
      CodedData.Damage.run(in: data)
      ?? CodedData.Damage(
        offset: error.offset,
        description: "\(description): at byte \(error.offset): \(error.reason)")
  }
}

extension JPEGSegments {
  /// The first damage of the image.
  var damage: CodedData.Damage? {
    if let error = finding ?? structureProblem {
      return CodedData.Damage(
        offset: error.offset, description: "at byte \(error.offset): \(error.reason)")
    }
    return scanDamage
  }

  /// The first damage of the data of its scans.
  var scanDamage: CodedData.Damage? {
    guard let problem = scanProblem else { return nil }
    if let damage = bytes.part(problem.data).flatMap(CodedData.Damage.run) { return damage }
    return CodedData.Damage(
      offset: problem.offset,
      description: problem.hasAllBlocks
        ? "it has more data than blocks"
        : "its codes end in row \(problem.row)")
  }
}

extension PNGChunks {
  /// The first damage of the image.
  fileprivate func damage(in data: Bytes) -> CodedData.Damage? {
    let changed = chunks.first { !$0.isWhole }.map {
      FieldError(
        .invalid("the data of the \($0.type) chunk has changed, as its checksum shows"),
        offset: $0.data.fileOffset)
    }
    guard let error = finding ?? defects.first ?? changed else { return nil }
    return CodedData.Damage(error, in: data, "it is no whole PNG image")
  }
}

extension Bytes {
  /// The first run of the same byte that is longer than those of intact data; at the end, encoders may fill up.
  fileprivate func lostRun(ofAtLeast least: Int, atEnd: Int) -> Range<Int>? {
    var start = 0
    while let run = firstRun(ofAtLeast: least, from: start) {
      if run.upperBound < count || run.count >= atEnd { return run }
      start = run.upperBound
    }
    return nil
  }
}

extension OBUType {
  /// OBU_TILE_GROUP, OBU_FRAME, OBU_TILE_LIST (AV1 §6.2.2)
  fileprivate var holdsTiles: Bool { [4, 6, 8].contains(rawValue) }
}

/// The configuration of an AAC decoder.
enum AACConfiguration {
  /// The configuration in the `esds` box of a sample entry; in QuickTime, the box is inside `wave`.
  static func of(_ entry: AudioSampleEntry) -> AudioSpecificConfig? {
    let box =
      entry.children.first(ElementaryStreamDescriptorBox.self)
      ?? entry.children.at("wave").first(ElementaryStreamDescriptorBox.self)
    return box?.audioConfiguration
  }

  /// The number of channels by `channelConfiguration` (ISO/IEC 14496-3 table 1.19); other values are not in the table.
  static let channels: [UInt8: Int] = [
    1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 8, 11: 7, 12: 8, 14: 8,
  ]
}
