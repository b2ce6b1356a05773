internal import FieldCoding
internal import Metadata

/// The tags of a colour profile (ICC.1:2022 §7 to §10).
struct ICCTags {
  private let profile: Bytes
  /// The suffix that distinguishes a further profile of the file from the first: `2`.
  private let suffix: String
  private(set) var tags: [MetadataTag] = []
  /// The number of bytes of texts that may still be shown, because tags may share bytes. A byte of the profile becomes
  /// at most two.
  private var left: Int
  /// Real profiles have up to forty tags.
  private static let limit = 256

  init(_ profile: Bytes, number: Int) {
    self.profile = profile
    left = profile.count * 2
    suffix = number > 1 ? "\(number)" : ""
    guard profile.count >= 128 else { return }
    addHeader()
    addTags()
  }

  private mutating func add(_ group: String, _ name: String, _ value: String) {
    tags.append(MetadataTag(group + suffix, name, value))
  }

  private func number(_ offset: Int, _ size: Int = 4, in bytes: Bytes? = nil) -> Int? {
    let bytes = bytes ?? profile
    guard offset >= 0, offset <= bytes.count - size else { return nil }
    return bytes.part(offset..<offset + size).map { $0.reduce(0) { $0 << 8 | Int($1) } }
  }

  /// Four characters, without zero bytes at their end.
  private func signature(_ offset: Int, in bytes: Bytes? = nil) -> String {
    let bytes = (bytes ?? profile).part(offset..<offset + 4).map { Array($0) } ?? []
    return String(
      String.UnicodeScalarView(bytes.prefix { $0 != 0 }.map { Unicode.Scalar($0) }))
  }

  private static func maker(_ signature: String) -> String {
    signature.trimmed.isEmpty
      ? "" : ICCValueNames.makers[signature] ?? "Unknown (\(signature))"
  }

  /// Numbers with 16 bits before the point and 16 bits after it, written with five decimals.
  private func numbers(_ count: Int, at offset: Int, in bytes: Bytes, isSigned: Bool = true)
    -> String
  {
    (0..<count).compactMap { index in
      number(offset + index * 4, in: bytes).map { bits in
        let value = Double(isSigned ? Int(Int32(truncatingIfNeeded: bits)) : bits) / 65536
        return ((value * 1e5 + (value < 0 ? -0.5 : 0.5)).rounded(.towardZero) / 1e5).significant()
      }
    }.joined(separator: " ")
  }

  private func date(_ offset: Int, in bytes: Bytes) -> String? {
    let parts = (0..<6).compactMap { number(offset + $0 * 2, 2, in: bytes) }
    guard parts.count == 6 else { return nil }
    let year = zeroPadded(parts[0], to: 4)
    return
      "\(year):\(two(parts[1])):\(two(parts[2])) \(two(parts[3])):\(two(parts[4])):\(two(parts[5]))"
  }

  private mutating func addHeader() {
    func add(_ name: String, _ value: String?) {
      if let value { self.add("ICC-header", name, value) }
    }
    add("ProfileCMMType", ICCTags.maker(signature(4)))
    add("ProfileVersion", "\(profile[8]).\(profile[9] >> 4).\(profile[9] & 15)")
    let kind = signature(12)
    add("ProfileClass", ICCValueNames.classes[kind] ?? "Unknown (\(kind))")
    add("ColorSpaceData", signature(16))
    add("ProfileConnectionSpace", signature(20))
    add("ProfileDateTime", date(24, in: profile))
    add("ProfileFileSignature", signature(36))
    let platform = signature(40)
    add(
      "PrimaryPlatform",
      ICCValueNames.platforms[platform.uppercased()] ?? "Unknown (\(platform.trimmed))")
    if let flags = number(44) {
      add(
        "CMMFlags",
        (flags & 1 == 1 ? "Embedded, " : "Not Embedded, ")
          + (flags & 2 == 2 ? "Not Independent" : "Independent"))
    }
    add("DeviceManufacturer", ICCTags.maker(signature(48)))
    add("DeviceModel", signature(52))
    if let attributes = number(60) {
      let names = [
        ("Transparency", "Reflective"), ("Matte", "Glossy"), ("Negative", "Positive"),
        ("B&W", "Color"),
      ]
      add(
        "DeviceAttributes",
        names.enumerated().map { attributes >> $0 & 1 == 1 ? $1.0 : $1.1 }.joined(separator: ", "))
    }
    if let intent = number(64) {
      add("RenderingIntent", ICCValueNames.intents[intent] ?? "Unknown (\(intent))")
    }
    add("ConnectionSpaceIlluminant", numbers(3, at: 68, in: profile))
    add("ProfileCreator", ICCTags.maker(signature(80)))
    if let id = profile.part(84..<100) {
      add("ProfileID", id.allSatisfy { $0 == 0 } ? "0" : hexadecimal(id))
    }
  }

  private mutating func addTags() {
    for tag in ICCProfile(profile)?.tags ?? [] where tag.data.count >= 8 {
      let (signature, data) = (String(tag.signature.latin1.prefix { $0 != "\0" }), tag.data)
      switch signature {
      case "chrm": addChromaticity(data)
      case "meas": addMeasurement(data)
      case "view": addViewing(data)
      case "clrt": addColourants(data)
      case "meta": addDictionary(data)
      default:
        guard let name = ICCValueNames.name(of: signature) else { continue }
        for (suffix, text) in texts(of: data, named: signature) {
          left -= text.utf8.count
          guard left >= 0 else { return }
          add("ICC_Profile", name + suffix, text)
        }
      }
    }
  }

  /// The value of a tag as text; of texts in several languages, all.
  private func texts(of data: Bytes, named tag: String) -> [(suffix: String, text: String)] {
    switch signature(0, in: data) {
    case "text":
      return [("", Text.decoded(Array(data.dropFirst(8).prefix { $0 != 0 })))]
    case "desc":
      guard let length = number(8, in: data), length <= data.count - 12,
        let text = data.part(12..<12 + length)
      else { return [] }
      return [("", Text.decoded(Array(text.prefix { $0 != 0 })))]
    case "mluc": return languages(data)
    // The flag says whether they are letters.
    case "data" where number(8, in: data) == 0:
      return [("", Text.decoded(Array(data.dropFirst(12).prefix { $0 != 0 })))]
    case "XYZ " where data.count <= 1 << 12:
      return [("", numbers((data.count - 8) / 12 * 3, at: 8, in: data))]
    case "sf32" where data.count <= 1 << 12:
      return [("", numbers((data.count - 8) / 4, at: 8, in: data))]
    case "sig ":
      let value = signature(8, in: data)
      return [("", (tag == "tech" ? ICCValueNames.technologies[value] : nil) ?? value)]
    case "dtim": return date(8, in: data).map { [("", $0)] } ?? []
    default: return [("", bytesAsText(data.count))]
    }
  }

  private func languages(_ data: Bytes) -> [(suffix: String, text: String)] {
    guard let count = number(8, in: data), let size = number(12, in: data), size >= 12 else {
      return []
    }
    var texts: [(String, String)] = []
    // Apple's profiles have one text for all languages. Hostile ones could have a long text many times.
    let most = max(data.count, 1 << 16)
    var bytes = 0
    for index in 0..<min(count, 128) {
      let record = 16 + index * size
      guard let length = number(record + 4, in: data), let start = number(record + 8, in: data),
        start <= data.count, length <= data.count - start,
        let text = data.part(start..<start + length), bytes + length <= most
      else { break }
      bytes += length
      let language = signature(record, in: data)
      let code = language.prefix(2) + (language.count == 4 ? "-" + language.dropFirst(2) : "")
      texts.append(
        (["", "en", "en-US"].contains(code) ? "" : "-" + code, ExifText.utf16(text, .big)))
    }
    return texts
  }

  private mutating func addChromaticity(_ data: Bytes) {
    guard let count = number(8, 2, in: data), let colourant = number(10, 2, in: data) else {
      return
    }
    add("ICC-chrm", "ChromaticityChannels", "\(count)")
    add(
      "ICC-chrm", "ChromaticityColorant",
      ICCValueNames.colourants[colourant] ?? "Unknown (\(colourant))"
    )
    for index in 0..<min(count, 4) where data.count >= 20 + index * 8 {
      add(
        "ICC-chrm", "ChromaticityChannel\(index + 1)",
        numbers(2, at: 12 + index * 8, in: data, isSigned: false))
    }
  }

  private mutating func addMeasurement(_ data: Bytes) {
    func word(_ offset: Int, _ names: [Int: String]) -> String {
      number(offset, in: data).map { names[$0] ?? "Unknown (\($0))" } ?? ""
    }
    add("ICC-meas", "MeasurementObserver", word(8, ICCValueNames.observers))
    add("ICC-meas", "MeasurementBacking", numbers(3, at: 12, in: data))
    add("ICC-meas", "MeasurementGeometry", word(24, ICCValueNames.geometries))
    if let flare = Double(numbers(1, at: 28, in: data)) {
      add("ICC-meas", "MeasurementFlare", (flare * 100).significant() + "%")
    }
    add("ICC-meas", "MeasurementIlluminant", word(32, ICCValueNames.illuminants))
  }

  /// The colours of a device by their names (ICC.1:2022 §10.5).
  private mutating func addColourants(_ data: Bytes) {
    guard let count = number(8, in: data) else { return }
    add("ICC-clrt", "ColorantCount", "\(count)")
    for index in 0..<min(count, 16) {
      let start = 12 + index * 38
      guard let name = data.part(start..<min(start + 32, data.count)), name.count == 32 else {
        return
      }
      add("ICC-clrt", "Colorant\(index + 1)Name", Text.decoded(Array(name.prefix { $0 != 0 })))
      let coordinates = (0..<3).compactMap { number(start + 32 + $0 * 2, 2, in: data) }
      add(
        "ICC-clrt", "Colorant\(index + 1)Coordinates",
        coordinates.map { "\($0)" }.joined(separator: " "))
    }
  }

  /// Names with values (ICC.1:2022 §10.9).
  private mutating func addDictionary(_ data: Bytes) {
    guard let count = number(8, in: data), let size = number(12, in: data), size >= 16 else {
      return
    }
    for index in 0..<min(count, ICCTags.limit) {
      let record = 16 + index * size
      let parts = [0, 8].compactMap { field -> String? in
        guard let start = number(record + field, in: data),
          let length = number(record + field + 4, in: data), start <= data.count,
          length <= data.count - start, let text = data.part(start..<start + length)
        else { return nil }
        return ExifText.utf16(text, .big)
      }
      left -= parts.reduce(0) { $0 + $1.utf8.count }
      guard parts.count == 2, !parts[0].isEmpty, left >= 0 else { return }
      let name = parts[0].filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
      add("ICC-meta", name.prefix(1).uppercased() + name.dropFirst(), parts[1])
    }
  }

  private mutating func addViewing(_ data: Bytes) {
    add("ICC-view", "ViewingCondIlluminant", numbers(3, at: 8, in: data))
    add("ICC-view", "ViewingCondSurround", numbers(3, at: 20, in: data))
    if let kind = number(32, in: data) {
      add(
        "ICC-view", "ViewingCondIlluminantType",
        ICCValueNames.illuminants[kind] ?? "Unknown (\(kind))")
    }
  }
}

extension String {
  /// Without spaces at its end.
  var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
