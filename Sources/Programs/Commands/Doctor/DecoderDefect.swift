import FieldCoding
import ISOBMFF

/// A known defect of versions of a decoding library.
struct DecoderDefect: Sendable {
  var library: String
  /// The versions that have it: from `first` on, and before `fixed`. Nil means that there is no limit.
  var first: [Int]?
  var fixed: [Int]?
  /// A sentence, from the view of someone who converts photos.
  var what: String
  /// The source of this information.
  var source: String
  /// Whether a hostile image can take control of the process.
  var isVulnerability = false
  /// Versions of packages of Debian that have it mended, and so have those that follow them.
  var mended: [String] = []

  static let all: [DecoderDefect] = [
    DecoderDefect(
      library: "libde265", fixed: [1, 0, 9],
      what: "A crafted image can overflow its memory (CVE-2022-1253), unless the distribution has"
        + " fixed it; it would end the worker for that photo.",
      source: "https://www.sentinelone.com/vulnerability-database/cve-2022-1253/",
      isVulnerability: true),
    DecoderDefect(
      library: "libde265", fixed: [1, 0, 12],
      what: "A crafted image can overflow its memory where motion vectors are derived"
        + " (CVE-2023-27103).",
      source: cve("CVE-2023-27103"), isVulnerability: true, mended: ["1.0.11-1+deb12u1"]),
    DecoderDefect(
      library: "libde265", fixed: [1, 0, 15],
      what: "A crafted image can overflow its memory where motion vectors are predicted"
        + " (CVE-2023-49465, CVE-2023-49467, CVE-2023-49468).",
      source: cve("CVE-2023-49465"), isVulnerability: true, mended: ["1.0.11-1+deb12u2"]),
    DecoderDefect(
      library: "libde265", fixed: [1, 0, 17],
      what: "A crafted picture parameter set can end the worker (CVE-2026-33164).",
      source: cve("CVE-2026-33164"), mended: ["1.0.11-1+deb12u3"]),
    DecoderDefect(
      library: "libde265", fixed: [1, 0, 17],
      what: "Crafted parameter sets that change can write two bytes after its memory"
        + " (CVE-2026-33165).",
      source: cve("CVE-2026-33165"), isVulnerability: true, mended: ["1.0.11-1+deb12u3"]),
    DecoderDefect(
      library: "libde265", fixed: [1, 0, 19],
      what: "A crafted image can make it read after its memory (CVE-2026-45383).",
      source: "https://github.com/getsolus/packages/pull/8965", mended: ["1.0.11-1+deb12u3"]),
    DecoderDefect(
      library: "libde265", fixed: [1, 1],
      what: "Crafted sets of reference pictures can write outside of its memory"
        + " (CVE-2026-49295).",
      source: "https://github.com/getsolus/packages/pull/9038", isVulnerability: true,
      mended: ["1.0.11-1+deb12u3"]),
    DecoderDefect(
      library: "libde265", first: [1, 0, 11], fixed: [1, 0, 12],
      what: "It computes some picture hashes of the kinds CRC and checksum wrongly; Boxwalk ignores"
        + " them.",
      source: "tests of Boxwalk"),
    DecoderDefect(
      library: "libde265", fixed: [1, 0, 16],
      what: "Samples can be wrong in images with wavefronts and a stuffing byte in a slice"
        + " header, and in 4:2:2 and 4:4:4 with 32 × 32 chroma blocks. No photo of a phone is known to have"
        + " either; --crosscheck shows it.",
      source: "https://github.com/strukturag/libheif/issues/1747"),
    DecoderDefect(
      library: "libavcodec",
      what: "It stops when an image is full, and does not check whether the data ends there."
        + " Boxwalk lets it decode one more row, where that shows the damage. HEVC pictures for which"
        + " this is not possible are decoded by it only if you ask for it, or for a comparison: it shows"
        + " about a third of damaged images as if nothing were wrong. The same is true of AVCI photos"
        + " that are interlaced and in several slices, and of those without arithmetic coding (CAVLC),"
        + " where one wrong byte in four makes a different image without an error.",
      source: "tests of Boxwalk, with versions 58 to 62"),
    DecoderDefect(
      library: "libheif", first: [1, 17, 6], fixed: [1, 17, 7],
      what: "Overlays with forged offsets make it read and write outside of its memory"
        + " (CVE-2024-41311). Boxwalk puts overlays together itself.",
      source: cve("CVE-2024-41311")),
    DecoderDefect(
      library: "libheif", fixed: [1, 21],
      what: "Crafted overlays make it read outside of its memory (CVE-2025-68431). Boxwalk puts"
        + " overlays together itself.",
      source: cve("CVE-2025-68431")),
    DecoderDefect(
      library: "lcms2", fixed: [2, 19],
      what: "Sizes of the tables of a crafted colour profile can overflow (CVE-2026-41254).",
      source: cve("CVE-2026-41254"), isVulnerability: true, mended: ["2.14-2+deb12u1"]),
    DecoderDefect(
      library: "libjpeg-turbo", fixed: [2, 0, 91],
      what:
        "Its reader of PPM files can overflow its memory (CVE-2021-46822). Boxwalk does not call"
        + " that.",
      source: cve("CVE-2021-46822")),
    DecoderDefect(
      library: "libpng", fixed: [1, 6, 56],
      what: "The palette and the transparency of a crafted image can be used after their memory"
        + " is freed (CVE-2026-33416).",
      source: cve("CVE-2026-33416"), isVulnerability: true, mended: ["1.6.39-2+deb12u4"]),
    DecoderDefect(
      library: "libpng", fixed: [1, 6, 59],
      what: "Compressed text or a profile that is truncated can be used after its memory is freed"
        + " (CVE-2026-46675).",
      source: cve("CVE-2026-46675"), isVulnerability: true, mended: ["1.6.39-2+deb12u6"]),
    DecoderDefect(
      library: "libdav1d", fixed: [1, 4],
      what: "Images of great size can overflow its memory (CVE-2024-1580).",
      source: cve("CVE-2024-1580"), isVulnerability: true, mended: ["1.0.0-2+deb12u1"]),
    DecoderDefect(
      library: "libheif", fixed: [1, 16],
      what:
        "It cannot write AVIF files of more than 8 bits: libaom ends the process. Boxwalk writes"
        + " 8 bits instead.",
      source: "tests of Boxwalk"),
    DecoderDefect(
      library: "libheif", fixed: [1, 18],
      what:
        "It refuses photos of iOS 18 and later (tmap). Boxwalk reads the container itself, and has"
        + " no such limit.",
      source: "https://github.com/strukturag/libheif/issues/1190"),
  ]

  private static func cve(_ id: String) -> String { "https://www.cve.org/CVERecord?id=\(id)" }

  /// The defect of a decoder that was tested, for any version.
  static let blindDav1d = DecoderDefect(
    library: "libdav1d",
    what:
      "This libdav1d shows damaged images as if nothing were wrong. Newer ones do not,"
      + " and a libavcodec that also has libaom does not, either.",
    source: "Boxwalk's tests (damagedAV1)")

  /// A library that was built from a distribution's source package, which has been updated since.
  ///
  /// - Parameters:
  ///   - release: the release that the library states: `5.1.9-0+deb12u1`.
  ///   - package: the current version of the package.
  static func outdated(_ library: String, release: String, package: DebianVersion) -> DecoderDefect?
  {
    let (built, current) = (DebianVersion(release), DebianVersion(String(package.withoutEpoch)))
    // Packages of another release of the distribution show nothing about this one.
    guard built.series == current.series, built < current else { return nil }
    return DecoderDefect(
      library: library,
      what: "It was built from version \(release), and the system has \(current.text) now, in"
        + " which vulnerabilities may have been fixed. A newer package of Boxwalk brings a newer"
        + " one, and Scripts/make-libavcodec builds it again.",
      source: "Debian's list of packages", isVulnerability: true)
  }

  /// The defects of a version, as `1.0.11`.
  ///
  /// - Parameter package: that of Debian, if the library is of one.
  static func of(
    _ library: String, _ version: String, package: DebianVersion? = nil
  ) -> [DecoderDefect] {
    let numbers = version.split(separator: ".").map { Int($0) ?? 0 }
    guard !numbers.isEmpty else { return [] }
    return all.filter { defect in
      defect.library == library
        && defect.first.map { !numbers.lexicographicallyPrecedes($0) } != false
        && defect.fixed.map { numbers.lexicographicallyPrecedes($0) } != false
        && !defect.mended.contains { package?.follows(DebianVersion($0)) == true }
    }
  }
}

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
