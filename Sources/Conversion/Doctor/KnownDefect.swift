/// What is known to be wrong with versions of a library that decodes.
struct KnownDefect: Sendable {
  var library: String
  /// The versions that have it: from the first, and below the second. Nil is no bound.
  var first: [Int]?
  var fixed: [Int]?
  /// A sentence, from the view of someone who converts photos.
  var what: String
  /// Who says so.
  var source: String
  /// Whether a picture that was made for it can take the process over.
  var isVulnerability = false

  static let all: [KnownDefect] = [
    KnownDefect(
      library: "libde265", fixed: [1, 0, 9],
      what: "A crafted picture can overflow its memory (CVE-2022-1253), unless the distribution has"
        + " mended it; it would end the worker for that photo.",
      source: "https://www.sentinelone.com/vulnerability-database/cve-2022-1253/",
      isVulnerability: true),
    KnownDefect(
      library: "libde265", first: [1, 0, 11], fixed: [1, 0, 12],
      what: "It computes some picture hashes of the kinds CRC and checksum wrongly; Boxwalk passes"
        + " over those.",
      source: "Boxwalk's tests (passesOverOtherHashes)"),
    KnownDefect(
      library: "libde265", fixed: [1, 0, 16],
      what: "Samples can be wrong in pictures with wavefronts and a stuffing byte in a slice"
        + " header, and in 4:2:2 and 4:4:4 with 32 × 32 chroma blocks. No photo of a phone is known to have"
        + " either; --crosscheck shows it.",
      source: "https://github.com/strukturag/libheif/issues/1747"),
    KnownDefect(
      library: "libavcodec",
      what: "It stops where a picture is full and does not look whether the data ends there."
        + " Boxwalk has it decode a row more, where that shows. HEVC pictures for which that is not"
        + " possible it decodes only when it is asked for, or to compare: of damaged ones it shows"
        + " about a third as if nothing were wrong. Of AVCI photos, it does so with those that are"
        + " interlaced and in several slices, and with those without arithmetic coding (CAVLC), where"
        + " one wrong byte in four makes another sound picture.",
      source: "Boxwalk's tests (cutOffSlices, damageShowsBelowSlices), with versions 58 to 62"),
    KnownDefect(
      library: "libheif", fixed: [1, 16],
      what:
        "It cannot write AVIF files of more than 8 bits: libaom ends the process. Boxwalk asks for"
        + " --depth 8 instead.",
      source: "Boxwalk's tests (deepAVIF)"),
    KnownDefect(
      library: "libheif", fixed: [1, 18],
      what:
        "It refuses photos of iOS 18 and later (tmap). Boxwalk reads the container itself, and is"
        + " not concerned.",
      source: "https://github.com/strukturag/libheif/issues/1190"),
    KnownDefect(
      library: "libheif", fixed: [1, 19],
      what: "It makes red, green and blue of all pictures that it decodes, which changes samples."
        + " Boxwalk encodes with it, and does not decode.",
      source: "Boxwalk's tests (samplesOfLibHEIF)"),
  ]

  /// Of a decoder that was tried, whatever its version.
  static let blindDav1d = KnownDefect(
    library: "libdav1d",
    what:
      "This libdav1d shows damaged pictures as if nothing were wrong. Newer ones do not,"
      + " nor does a libavcodec that has libaom, too.",
    source: "Boxwalk's tests (damagedAV1)")

  /// Those of a version, as `1.0.11`.
  static func of(_ library: String, _ version: String) -> [KnownDefect] {
    let numbers = version.split(separator: ".").map { Int($0) ?? 0 }
    guard !numbers.isEmpty else { return [] }
    return all.filter { defect in
      defect.library == library
        && defect.first.map { !numbers.lexicographicallyPrecedes($0) } != false
        && defect.fixed.map { numbers.lexicographicallyPrecedes($0) } != false
    }
  }
}
