import Metadata

extension BoxRegistry {
  private static let canonName = "Canon media"

  static let canon: [BoxDefinition] = [
    .uuid(
      "85c0b687-820f-11e0-8111-f4ce462b6a48", "Canon metadata", canonName, ContainerBox.self,
      .optional(in: "moov", "meta")),
    .uuid(
      "eaf42b5e-1c98-4b88-b9fb-b7dc406e4d16", "Canon preview", canonName,
      CanonPreviewContainer.self, .optional(in: .file)),
    .uuid(
      "5766b829-bb6a-47c5-bcfb-8b9f2260d06d", "Canon timed metadata of a burst", canonName, nil,
      because: "its form is not public", .optional(in: .file)),
    .uuid(
      "210f1687-9149-11e4-8111-00242131fce4", "Canon recipe for development", canonName,
      ContainerBox.self, .optional(in: .file)),
    .box("CNCV", "Canon codec version", canonName, CanonTextBox.self, .optional(in: "uuid")),
    .box(CanonTrackPointersBox.self, .optional(in: "uuid")),
    .box(CanonTrackTypeBox.self, .any(in: "CCTP")),
    .box(CanonOffsetsBox.self, .optional(in: "uuid")),
    .data("CMT1", "Exif, IFD 0", canonName, holds: .tiff(), .optional(in: "uuid")),
    .data("CMT2", "Exif, Exif IFD", canonName, holds: .tiff(.exif), .optional(in: "uuid")),
    .data(
      "CMT3", "Exif, maker note", canonName, holds: .tiff(.canon), .optional(in: "uuid")),
    .data("CMT4", "Exif, GPS IFD", canonName, holds: .tiff(.gps), .optional(in: "uuid")),
    .data(
      "CMTA", "Canon metadata of a burst", canonName, holds: .tiff(.canon),
      .optional(in: "uuid")),
    .box(CanonThumbnailBox.self, .optional(in: "uuid")),
    .box(CanonPreviewBox.self, .optional(in: "uuid")),
    .box(CanonCompressionBox.self, .optional(in: .visualSampleEntry)),
    .box(
      "CDI1", "Canon image dimensions", canonName, FullContainerBox.self,
      .optional(in: .visualSampleEntry)),
    .box(CanonImageAreaBox.self, .optional(in: "CDI1")),
    .data(
      "JPEG", "Canon JPEG picture", canonName, because: "it has four zero bytes",
      .optional(in: .visualSampleEntry)),
    .container("CNTH", "Canon thumbnail", canonName, .optional(in: "uuid", "udta")),
    .data(
      "CNDA", "Canon thumbnail file", canonName, because: "it is a JPEG file", .any(in: "CNTH")),
    .data(
      "CNDM", "Canon dummy", canonName, because: "its form is not public",
      .optional(in: "uuid", "udta")),
    .data(
      "CNOP", "Canon options", canonName, because: "its form depends on the file",
      .optional(in: "uuid", "udta")),
    .data(
      "CNDB", "Canon data", canonName, because: "its form is not public",
      .optional(in: "uuid", "udta")),
  ]

  static let canonUserData: [BoxDefinition] = [
    .box("CNCV", "Canon codec version", canonName, CanonTextBox.self, .optional(in: "udta")),
    .box("CNMN", "Canon model", canonName, CanonTextBox.self, .optional(in: "udta")),
    .box("CNFV", "Canon firmware", canonName, CanonTextBox.self, .optional(in: "udta")),
  ]
}
