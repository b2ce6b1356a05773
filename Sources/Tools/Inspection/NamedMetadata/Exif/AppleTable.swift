internal import FieldCoding

/// Apple's maker note, as far as its tags are understood.
enum AppleTable {
  /// Names that are not those of the box tree.
  static let names: [UInt16: String] = [
    0x0020: "ImageCaptureRequestID", 0x0045: "FrontFacingCamera",
  ]

  /// Other names under which programs know a value too.
  static let olderNames: [UInt16: String] = [0x0011: "MediaGroupUUID"]

  static let writings: [UInt16: MetadataValueForm] = [
    0x0004: .names(ExifValueNames.noYes), 0x0007: .names(ExifValueNames.noYes),
    0x000A: .names([3: "HDR Image", 4: "Original Image"]), 0x000C: .distances,
    0x0014: .names([
      1: "ProRAW", 2: "Portrait", 10: "Photo", 11: "Manual Focus", 12: "Scene",
    ]), 0x002E: .names([0: "Back Wide Angle", 1: "Back Normal", 6: "Front"]),
    0x0045: .names(ExifValueNames.noYes),
  ]

  /// The bits of `flags` of a time (Core Media's `CMTimeFlags`).
  static let timeFlags = MetadataValueForm.bits([
    "Valid", "Has been rounded", "Positive infinity", "Negative infinity", "Indefinite",
  ])
}
