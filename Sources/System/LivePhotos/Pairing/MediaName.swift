/// The parts of a file name, according to the naming schemes of programs for Live Photos.
///
/// Names are bytes, which may not be UTF-8. ASCII letters are compared without case.
public struct MediaName: Hashable, Sendable {
  /// The version of a photo that a name states.
  public enum Variant: UInt8, Sendable, Comparable {
    /// The photo itself.
    case original
    /// The original of an edited photo, in the same folder: `IMG_O1234`.
    case adjustedOriginal
    /// `IMG_E1234`, `IMG_1234_edited`, `IMG_1234-edited`, `…_1_201_a`, `…~2`.
    case edited

    /// Originals are ordered before edited versions.
    public static func < (a: Variant, b: Variant) -> Bool { a.rawValue < b.rawValue }
  }

  /// A naming scheme that was recognised.
  public enum Rule: String, Sendable, CaseIterable {
    /// icloudpd: `IMG_1_HEVC.MOV`
    case hevc
    /// Apple's exports: `IMG_E1234`, `IMG_O1234`
    case letter
    /// `(1)`, ` (1)`, ` 2`, ` copy`, ` - Copy (2)`
    case copy
    /// icloudpd: `-123456`, the size of the file
    case number
    /// kei: `-AbCdEf12`, the identifier of an asset
    case asset
    /// The endings `_edited` and `-edited`, and Google's words for them in other languages.
    case edited
    /// kei: `_original`
    case original
    /// `X.HEIC.heic`, `PXL_1.MP.jpg`
    case doubleExtension
    /// The library of Photos: `UUID_1_201_a`, `UUID_2_100_a`, `UUID_3`
    case photosLibrary
    /// Android: `~2`
    case tilde
    /// Pixel: `.RAW-01.COVER`
    case cover
    /// `BURST001`
    case burst
    /// Google Takeout: `IMG_1.HEIC.supplemental-metadata.json`
    case supplement
    /// Google Takeout: `IMG_…-edite.jpg`, a name that was truncated to 47 characters.
    case truncated
  }

  /// The name without its last extension, in lower case.
  public var stem: [UInt8]
  /// ``stem`` without the parts of all recognised naming schemes.
  public var base: [UInt8]
  /// The extension in lower case, without a number that was added to it: `jpg`.
  public var fileExtension: [UInt8]
  /// The version of the photo.
  public var variant = Variant.original
  /// The number of a copy: 2 for `(2)`. 0 if it is not a copy; negative if a word names the copy.
  public var copy = 0
  /// `123456` of `-123456`, or the identifier of an asset.
  public var tag: [UInt8]?
  /// The number of a frame in a burst.
  public var burst: Int?
  /// The naming schemes that were recognised.
  public var rules: Set<Rule> = []
  /// The start of the name of a sidecar's file, in lower case, if the sidecar's own name was truncated.
  private(set) var truncatedName: [UInt8]?
  /// The name of the file that a sidecar of Google Takeout describes, in lower case, without the number of a copy.
  private(set) var describedName: [UInt8]?

  /// ``tag`` as a number.
  package var number: Int64? { tag.flatMap { NameText.number($0[...]).map(Int64.init) } }

  /// - Parameter name: the name of a file, without folders.
  public init(_ name: some Collection<UInt8>) {
    // File systems allow at most 255 bytes. The limit bounds the work for longer input.
    let lower = name.prefix(1024).map(NameText.lower)
    var end = lower[...]
    var numberBehind: Int?
    fileExtension = []
    if let dot = lower.lastIndex(of: UInt8(ascii: ".")), dot > 0 {
      var ending = lower[(dot + 1)...]
      if let (rest, number) = NameText.parenthesis(ending) {
        ending = rest
        numberBehind = number
      }
      if ending.count <= 8, !ending.isEmpty, ending.allSatisfy(NameText.isLetterOrDigit) {
        fileExtension = Array(ending)
        end = lower[..<dot]
      }
    }
    stem = Array(end)
    base = stem
    if let numberBehind {
      copy = numberBehind
      rules.insert(.copy)
    }
    var rest = end
    if fileExtension == Array("json".utf8) {
      takeSupplement(from: &rest)
      describedName = Array(rest)
    } else {
      takeTruncated(&rest)
    }
    // Each pass removes one part, and a few passes are enough for any name that a program made.
    for _ in 0..<8 { guard takeOne(from: &rest) else { break } }
    takeLetter(from: &rest)
    base = rest.isEmpty ? stem : Array(rest)
  }
}

// MARK: - The habits

extension MediaName {
  /// Removes one part from the end. The result says whether there was one.
  private mutating func takeOne(from rest: inout ArraySlice<UInt8>) -> Bool {
    takeCopy(from: &rest) || takeExtension(from: &rest) || takeLibrary(from: &rest)
      || takeWord(from: &rest) || takeTilde(from: &rest) || takeBurst(from: &rest)
      || takeTag(from: &rest)
  }

  private mutating func takeCopy(from rest: inout ArraySlice<UInt8>) -> Bool {
    guard copy == 0 else { return false }
    if let (front, number) = NameText.parenthesis(rest), !front.isEmpty {
      let front = NameText.trimmed(front)
      if let name = NameText.without(" - copy", front) {
        rest = name
        copy = -number
      } else {
        guard !front.isEmpty else { return false }
        rest = front
        copy = number
      }
      rules.insert(.copy)
      return true
    }
    if let name = NameText.without(" - copy", rest) ?? NameText.without(" copy", rest) {
      rest = name
      copy = -1
      rules.insert(.copy)
      return true
    }
    guard let (front, number) = NameText.digits(atEndOf: rest), number.count <= 3,
      let value = NameText.number(number), value > 0
    else { return false }
    if let name = NameText.without(" copy ", front) {
      rest = name
      copy = -value
    } else if let name = NameText.without(" ", front), value > 1, NameText.isCameraName(name) {
      rest = name
      copy = value
    } else {
      return false
    }
    rules.insert(.copy)
    return true
  }

  private mutating func takeExtension(from rest: inout ArraySlice<UInt8>) -> Bool {
    guard let dot = rest.lastIndex(of: UInt8(ascii: ".")), dot > rest.startIndex,
      MediaKind(fileExtension: rest[(dot + 1)...]).isMedia
    else { return false }
    rest = rest[..<dot]
    rules.insert(.doubleExtension)
    return true
  }

  /// `UUID_1_201_a`, `UUID_3`
  private mutating func takeLibrary(from rest: inout ArraySlice<UInt8>) -> Bool {
    let parts = rest.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
    guard let first = parts.first, NameText.isUUID(first) else { return false }
    if parts.count == 2, parts[1].count == 1, NameText.number(parts[1]) != nil {
      rest = first
    } else if parts.count == 4, NameText.number(parts[1]) != nil, NameText.number(parts[2]) != nil,
      parts[3].count == 1
    {
      rest = first
      variant = .edited
    } else {
      return false
    }
    rules.insert(.photosLibrary)
    return true
  }

  private mutating func takeWord(from rest: inout ArraySlice<UInt8>) -> Bool {
    if let name = NameText.without("_hevc", rest) {
      rest = name
      rules.insert(.hevc)
      return true
    }
    if let name = NameText.without("_original", rest) {
      rest = name
      rules.insert(.original)
      return true
    }
    for word in MediaName.wordsForEdited {
      if let name = NameText.without(word, rest) {
        rest = name
        variant = .edited
        rules.insert(.edited)
        return true
      }
    }
    for word in [".cover", ".original"] {
      guard let name = NameText.without(word, rest) else { continue }
      rest = name
      if let (front, digits) = NameText.digits(atEndOf: rest), digits.count == 2,
        let shot = MediaName.kindsOfShots.lazy.compactMap({ NameText.without($0, front) }).first
      {
        rest = shot
      }
      rules.insert(.cover)
      return true
    }
    return false
  }

  /// The kinds of shots that Pixel phones name before two digits.
  private static let kindsOfShots = [
    ".raw-", ".portrait-", ".motion-", ".long_exposure-", ".motion_blur-",
  ]

  /// Google Takeout adds them in the language of the account. An accent may be part of the letter, or a
  /// combining mark after it.
  private static let wordsForEdited = [
    "_edited", "-edited", "-effects", "-bearbeitet", "-modifi\u{E9}", "-modifie\u{301}",
    "-editado", "-ha editado", "-modificato", "-bewerkt", "-edytowane", "-editat",
    "-\u{7DE8}\u{96C6}\u{6E08}\u{307F}",
  ]

  private mutating func takeTilde(from rest: inout ArraySlice<UInt8>) -> Bool {
    guard let (front, number) = NameText.digits(atEndOf: rest), number.count <= 2,
      let name = NameText.without("~", front)
    else { return false }
    rest = name
    variant = .edited
    rules.insert(.tilde)
    return true
  }

  /// `IMG_20200101_120000_BURST001_COVER`, `00003IMG_00003_BURST20200101120000`
  private mutating func takeBurst(from rest: inout ArraySlice<UInt8>) -> Bool {
    guard burst == nil else { return false }
    let whole = NameText.without("_cover", rest) ?? rest
    guard let (front, digits) = NameText.digits(atEndOf: whole),
      let name = NameText.without("_burst", front)
    else { return false }
    if digits.count <= 4, let index = NameText.number(digits) {
      rest = name
      burst = index
    } else if name.count == 14, let index = NameText.number(name.prefix(5)),
      name.dropFirst(5).starts(with: "img_".utf8), NameText.number(name.suffix(5)) == index
    {
      // The frames of a burst have only its time in common.
      rest = whole[(front.endIndex - 5)...]
      burst = index
    } else {
      return false
    }
    rules.insert(.burst)
    return true
  }

  /// `-2369959`, `-AbCdEf12`
  private mutating func takeTag(from rest: inout ArraySlice<UInt8>) -> Bool {
    guard tag == nil, !NameText.isUUID(rest), let dash = rest.lastIndex(of: UInt8(ascii: "-")),
      dash > rest.startIndex
    else { return false }
    let end = rest[(dash + 1)...]
    if end.count >= 4, end.count <= 15, end.allSatisfy(NameText.isDigit) {
      rules.insert(.number)
    } else if end.count >= 8, end.contains(where: NameText.isDigit),
      end.allSatisfy({ NameText.isLetterOrDigit($0) || "+=".utf8.contains($0) })
    {
      rules.insert(.asset)
    } else {
      return false
    }
    tag = Array(end)
    rest = rest[..<dash]
    return true
  }

  /// `IMG_E1234`: the letter is before the last four digits.
  private mutating func takeLetter(from rest: inout ArraySlice<UInt8>) {
    guard let (front, digits) = NameText.digits(atEndOf: rest), digits.count == 4 else { return }
    let variants: [(String, Variant)] = [("_e", .edited), ("_o", .adjustedOriginal)]
    for (letter, variant) in variants {
      guard let name = NameText.without(letter, front), name.count == 3,
        name.allSatisfy(NameText.isLetterOrDigit)
      else { continue }
      rest = (name + [UInt8(ascii: "_")] + digits)[...]
      self.variant = variant
      rules.insert(.letter)
      return
    }
  }

  /// Removes `.supplemental-metadata`; if the name is too long, Takeout keeps only its start.
  private mutating func takeSupplement(from rest: inout ArraySlice<UInt8>) {
    _ = takeCopy(from: &rest)
    let isTruncated = NameText.length(rest) == MediaName.longestTitle - 1
    let whole = rest
    if let dot = rest.lastIndex(of: UInt8(ascii: ".")), dot > rest.startIndex {
      let word = rest[(dot + 1)...]
      if isTruncated || !word.isEmpty, "supplemental-metadata".utf8.starts(with: word) {
        rest = rest[..<dot]
        rules.insert(.supplement)
      }
    }
    guard isTruncated, !rules.contains(.supplement) else { return }
    truncatedName = Array(whole)
    rules.insert(.truncated)
  }

  /// The most UTF-16 characters of a name in Google Takeout, without its extension; sidecars have one less.
  static let longestTitle = 47

  /// Removes a word of which only the start is left.
  private mutating func takeTruncated(_ rest: inout ArraySlice<UInt8>) {
    var front = rest
    if let (name, _) = NameText.parenthesis(rest) { front = name }
    guard NameText.length(front) == MediaName.longestTitle,
      let start = front.lastIndex(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }),
      start > front.startIndex
    else { return }
    let end = front[start...]
    let words = MediaName.wordsForEdited + [".cover", ".original"]
    guard end.count >= 2,
      let word = words.first(where: { $0.utf8.count > end.count && $0.utf8.starts(with: end) })
    else { return }
    _ = takeCopy(from: &rest)
    var whole = (rest.dropLast(end.count) + Array(word.utf8))[...]
    guard takeWord(from: &whole) else { return }
    rest = whole
    rules.insert(.truncated)
  }

  /// The starts of the names of sidecars that Takeout cuts off, with the number of the copy; empty if the name is short
  /// enough.
  var sidecars: [(start: [UInt8], copy: Int)] {
    func start(_ stem: ArraySlice<UInt8>) -> [UInt8]? {
      let name = Array(stem) + [UInt8(ascii: ".")] + fileExtension
      guard NameText.length(name[...]) >= MediaName.longestTitle - 1 else { return nil }
      return NameText.prefix(name, length: MediaName.longestTitle - 1)
    }
    var found = start(stem[...]).map { [(start: $0, copy: 0)] } ?? []
    if let (front, number) = NameText.parenthesis(stem[...]), let start = start(front) {
      found.append((start, number))
    }
    return found
  }
}

/// Letters and digits of ASCII in names.
enum NameText {
  static func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }
  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x7A).contains(lower(byte))
  }

  /// The number of up to fifteen digits.
  static func number(_ text: ArraySlice<UInt8>) -> Int? {
    guard !text.isEmpty, text.count <= 15, text.allSatisfy(isDigit) else { return nil }
    return text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// `text` without `end`; nil if it does not have this end, or consists only of it.
  static func without(_ end: String, _ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let end = Array(end.utf8)
    guard text.count > end.count, text.suffix(end.count).elementsEqual(end) else { return nil }
    return text.dropLast(end.count)
  }

  /// The text before the digits at the end, and the digits.
  static func digits(
    atEndOf text: ArraySlice<UInt8>
  ) -> (front: ArraySlice<UInt8>, digits: ArraySlice<UInt8>)? {
    let start = text.lastIndex { !isDigit($0) }.map { $0 + 1 } ?? text.startIndex
    guard start > text.startIndex, start < text.endIndex else { return nil }
    return (text[..<start], text[start...])
  }

  /// The text before `(2)` at the end, and the number.
  static func parenthesis(_ text: ArraySlice<UInt8>) -> (front: ArraySlice<UInt8>, number: Int)? {
    guard text.last == UInt8(ascii: ")"), let open = text.lastIndex(of: UInt8(ascii: "(")) else {
      return nil
    }
    let digits = text[(open + 1)...].dropLast()
    guard digits.count <= 4, let number = number(digits), number > 0 else { return nil }
    return (text[..<open], number)
  }

  /// The length in UTF-16, if the bytes are UTF-8.
  static func length(_ text: ArraySlice<UInt8>) -> Int {
    text.reduce(0) { $0 + units($1) }
  }

  /// The number of UTF-16 units that a byte of UTF-8 begins.
  private static func units(_ byte: UInt8) -> Int { byte & 0xC0 == 0x80 ? 0 : byte < 0xF0 ? 1 : 2 }

  /// The first characters.
  static func prefix(_ text: [UInt8], length: Int) -> [UInt8] {
    var left = length
    let end = text.firstIndex { byte in
      left -= units(byte)
      return left < 0
    }
    return Array(text[..<(end ?? text.endIndex)])
  }

  static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text
    while text.last == 0x20 { text.removeLast() }
    return text
  }

  static func isUUID(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count == 36 else { return false }
    return text.enumerated().allSatisfy { index, byte in
      [8, 13, 18, 23].contains(index)
        ? byte == UInt8(ascii: "-") : isDigit(byte) || (0x61...0x66).contains(lower(byte))
    }
  }

  /// `img_1234`, `dsc01234`: the names of DCF (JEITA CP-3461).
  static func isCameraName(_ text: ArraySlice<UInt8>) -> Bool {
    guard let (front, digits) = digits(atEndOf: text) else { return false }
    return (4...5).contains(digits.count) && (3...5).contains(front.count)
      && front.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "_") }
  }
}
