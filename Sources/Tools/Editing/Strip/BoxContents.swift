import AV1
import ISOBMFF
import Metadata
import NALUnits

/// What boxes hold besides numbers: the texts and the bytes in their fields, whatever the types of the boxes are.
///
/// A description of a box has all that is in it, so that nothing in a box is passed over because nobody thought of it.
final class BoxContents: FieldSink {
  /// A field, or the payload of a box that has none.
  struct Part {
    /// The types of the boxes around it, from the outermost one.
    var path: [FourCC]
    var field: String
    var bytes: Bytes
    /// Its range in the file.
    var range: Range<Int>

    /// The box, with the field if it has several.
    var name: String {
      let box = "\(path.last ?? "file")"
      guard field == "data" else { return "\(box) (\(field))" }
      // The payload of a box of which nothing is known.
      let start = bytes.range.lowerBound
      guard path.last == "uuid", let type = bytes.source.bytes.part(start - 16..<start) else {
        return box
      }
      return UserType(type).map { "\(box) \($0)" } ?? box
    }
  }

  private(set) var texts: [Part] = []
  /// Bytes whose form no description knows.
  private(set) var unread: [Part] = []
  private var path: [FourCC] = []
  /// The number of open colour profiles, which have tables of numbers.
  private var profiles = 0

  /// - Parameter isMeant: which boxes at the top of the file count.
  init(_ file: BoxFile, where isMeant: (Box) -> Bool = { _ in true }) {
    file.describe(
      where: { isMeant($0) && !BoxContents.isPassedOver($0.type) && !$0.hasOnlyNumbers }, to: self)
  }

  /// Coded media and free space, which are searched in other ways, and tables of numbers.
  private static func isPassedOver(_ type: FourCC) -> Bool {
    ["mdat", "imda", "idat", "free", "skip", "wide", "jxlc", "jxlp", "jp2c"].contains(type)
      || Box.numeric.contains(type)
  }

  func open(_ group: FieldGroup) -> Bool {
    if case .box = group.kind {
      let type = BoxContents.type(group)
      if BoxContents.isPassedOver(type) { return false }
      path.append(type)
    } else if group.name.hasPrefix("IFD") {
      // Exif has an editor of its own.
      return false
    } else if BoxContents.isProfile(group) {
      profiles += 1
    }
    return true
  }

  func close(_ group: FieldGroup) {
    if case .box = group.kind {
      path.removeLast()
    } else if BoxContents.isProfile(group) {
      profiles -= 1
    }
  }

  func field(_ name: String, _ value: FieldValue, bits: Range<Int>) {
    switch value {
    case .text(let text):
      // An identifier has digits and letters, as coordinates have.
      if !BoxContents.identifiers.contains(name) { add(name, Bytes(text.bytes), bits, to: &texts) }
    case .bytes(let bytes):
      if profiles > 0 || isUnderstood(name, bytes) { return }
      if bytes.isReadableText {
        add(name, bytes, bits, to: &texts)
      } else {
        add(name, bytes, bits, to: &unread)
      }
    case .uint, .int, .flag: break
    }
  }

  func table(_ name: String, _ table: FieldTable, bits: Range<Int>) {}
  func damage(_ error: FieldError) {}

  private func add(_ name: String, _ bytes: Bytes, _ bits: Range<Int>, to parts: inout [Part]) {
    let range = bits.lowerBound / 8..<(bits.upperBound + 7) / 8
    parts.append(Part(path: path, field: name, bytes: bytes, range: range))
  }

  // MARK: Boxes

  /// The names of boxes end in their number: `trak[1]`.
  private static func type(_ group: FieldGroup) -> FourCC {
    let end = group.name.utf8.firstIndex(of: 0x5B) ?? group.name.endIndex
    return FourCC(group.name[..<end]) ?? FourCC(rawValue: 0)
  }

  private static func isProfile(_ group: FieldGroup) -> Bool {
    ["ICC_profile", "PROFILE", "icc_data"].contains(group.name)
  }

  // MARK: Bytes

  /// Two numbers of 32 bits make a position.
  private static let shortest = 8

  /// Whether bytes are none in which somebody can have written something.
  private func isUnderstood(_ name: String, _ bytes: Bytes) -> Bool {
    if bytes.count < BoxContents.shortest || bytes.isBlank { return true }
    if BoxContents.identifiers.contains(name) { return true }
    switch (path.last ?? "free", name) {
    case (_, "nalUnit"), (_, "nal_unit"), (_, "ps_nal_unit"), (_, "dci_nal_unit"):
      // A description also has the fields of those that are user data.
      return isOfPicture(unit: bytes)
    // The setup of metadata, a property list; its texts can be read.
    case ("cfgv", "data"): return bytes.starts(with: "bplist".utf8)
    case ("av1C", "configOBUs"):
      return (try? OpenBitstreamUnit.units(in: bytes))?.allSatisfy(isForDecoders) == true
    case ("av1C", "payload"): return true
    // The digest of the serial number of a GoPro.
    case ("CAME", "data"): return true
    // Lengths, and messages about depth and transparency.
    case ("auxC", "aux_subtype"):
      return bytes.count > 11 && [39, 40].contains(bytes[8] >> 1 & 0x3F)
        && ![4, 5].contains(bytes[10])
    // The header of MPEG-4 frames, whose user data is the name of the writer.
    case ("esds", "data"): return bytes.starts(with: [0, 0, 1])
    // Messages to decoders, the fields of which follow if they are user data.
    case (_, "payload"):
      return ["hvcC", "avcC", "lhvC", "vvcC", "svcC", "mvcC"].contains(path.last)
    // The encoding of the characters comes first.
    case ("ID32", "data"): return bytes[0] <= 3 && Bytes(bytes.filter { $0 > 3 }).isReadableText
    case ("mini", _): return name.hasPrefix("main_item") || name.contains("alpha_item")
    default: return false
    }
  }

  /// Whether a unit is a sequence header or metadata of a known type (AV1 §6.7.1), or nothing is written in it.
  private func isForDecoders(_ unit: OpenBitstreamUnit) -> Bool {
    // The last byte ends the unit.
    let isCleared = unit.payload.dropFirst().dropLast().allSatisfy { $0 == 0 }
    return isCleared || unit.header.type == .sequenceHeader
      || unit.header.type == .metadata && unit.payload.first.map { (1...5).contains($0) } == true
  }

  private func isOfPicture(unit: Bytes) -> Bool {
    guard unit.count >= 2 else { return true }
    switch path.last {
    case "avcC", "svcC", "mvcC": return [6, 7, 8, 13, 15].contains(unit[0] & 0x1F)
    case "vvcC": return (12...18).contains(unit[1] >> 3) || [23, 24].contains(unit[1] >> 3)
    case "hvcC", "lhvC", "mini":
      return (32...34).contains(unit[0] >> 1 & 0x3F) || [39, 40].contains(unit[0] >> 1 & 0x3F)
    default: return false
    }
  }

  /// Keys, vectors and digests.
  private static let identifiers: Set<String> = [
    "KID", "default_KID", "constant_IV", "default_constant_IV", "IV", "InitializationVector",
    "input_MD5", "md5", "profile_ID", "SHA256", "SystemID",
    "uuid_iso_iec_11578",
  ]
}

extension Box {
  /// Tables of numbers and codes, and boxes in which they are.
  fileprivate static let numeric: Set<FourCC> = [
    "ctts", "co64", "cslg", "elst", "ftyp", "styp", "mfhd", "mvhd", "prft", "saio", "saiz", "sbgp",
    "sdtp", "senc",
    "sidx", "ssix", "stco", "stsc", "stss", "stsz", "stts", "stz2", "tfdt", "tfhd", "tfra", "tkhd",
    "trun",
  ]

  /// Whether it is a fragment with nothing but tables, of which a movie has thousands.
  fileprivate var hasOnlyNumbers: Bool {
    guard trailing.isEmpty, damage.isEmpty else { return false }
    return Box.numeric.contains(type)
      || ["moof", "traf"].contains(type) && children.allSatisfy(\.hasOnlyNumbers)
  }
}
