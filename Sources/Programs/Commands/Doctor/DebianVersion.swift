import FieldCoding
import ISOBMFF

/// The version of a package, as Debian compares them: `1:2.1.5-2+deb12u1`.
struct DebianVersion: Sendable, Comparable {
  var text: String

  init(_ text: String) { self.text = text }

  /// The version of the software itself, without the revision of the distribution.
  var upstream: Substring {
    withoutEpoch.lastIndex(of: "-").map { withoutEpoch[..<$0] } ?? withoutEpoch
  }

  /// The numbers of the series in which a release of the distribution fixes errors: `5.1`.
  var series: ArraySlice<Substring> { upstream.split(separator: ".").prefix(2) }

  /// The version in the form in which software that was built from it states its own version.
  var withoutEpoch: Substring {
    text.firstIndex(of: ":").map { text[text.index(after: $0)...] } ?? text[...]
  }

  /// Whether it has what another version of the same release of the software has.
  func follows(_ other: DebianVersion) -> Bool { upstream == other.upstream && self >= other }

  static func < (a: DebianVersion, b: DebianVersion) -> Bool {
    parts(a.text).lexicographicallyPrecedes(parts(b.text))
  }

  static func == (a: DebianVersion, b: DebianVersion) -> Bool { parts(a.text) == parts(b.text) }

  /// Numbers that sort according to Debian's policy (5.6.12): a tilde before the end, the end before letters, letters
  /// before other characters, and digits as numbers.
  private static func parts(_ text: String) -> [Int] {
    let colon = text.firstIndex(of: ":")
    let epoch = colon.flatMap { Int(text[..<$0]) } ?? 0
    let rest = colon.map { text[text.index(after: $0)...] } ?? text[...]
    let hyphen = rest.lastIndex(of: "-")
    let revision = hyphen.map { rest[rest.index(after: $0)...] } ?? "0"
    return [epoch] + sorted(hyphen.map { rest[..<$0] } ?? rest) + sorted(revision)
  }

  private static func sorted(_ text: Substring) -> [Int] {
    var parts: [Int] = []
    var rest = text.utf8[...]
    while true {
      while let byte = rest.first, !(0x30...0x39).contains(byte) {
        let isLetter = (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        parts.append(byte == UInt8(ascii: "~") ? -1 : Int(byte) + (isLetter ? 1 : 256))
        rest = rest.dropFirst()
      }
      parts.append(0)
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      parts.append(Int(Substring(digits)) ?? 0)
      rest = rest[digits.endIndex...]
      if rest.isEmpty { return parts + [0, 0] }
    }
  }
}

/// The packages that a Debian system, or a system that is based on it, states.
struct DebianPackages {
  private var versions: [String: String] = [:]

  /// - Parameter path: of the list; nothing is known if it is missing.
  init(_ path: String = "/var/lib/dpkg/status") {
    guard let bytes = try? ByteSource(mapping: path).bytes else { return }
    var name = ""
    for line in Array(bytes).split(separator: UInt8(ascii: "\n")) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let key = line[..<colon]
      guard key.elementsEqual("Package".utf8) || key.elementsEqual("Version".utf8) else { continue }
      let value = String(decoding: line[colon...].dropFirst(2), as: UTF8.self)
      if key.elementsEqual("Package".utf8) { name = value } else { versions[name] = value }
    }
  }

  /// The version of the package that has a library: `libde265-0`, `libpng16-16t64`.
  func version(of library: String) -> DebianVersion? {
    guard let start = DebianPackages.starts[library] else { return nil }
    let found = versions.first { name, _ in
      guard name.hasPrefix(start) else { return false }
      let number = name.dropFirst(start.count)
      return Int(number.hasSuffix("t64") ? number.dropLast(3) : number) != nil
    }
    return found.map { DebianVersion($0.value) }
  }

  /// The starts of package names, before a number.
  private static let starts = [
    "libde265": "libde265-", "libheif": "libheif", "lcms2": "liblcms2-", "libdav1d": "libdav1d",
    "libpng": "libpng16-", "libavcodec": "libavcodec",
  ]
}
