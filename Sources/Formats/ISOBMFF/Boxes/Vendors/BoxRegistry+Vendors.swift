import Metadata

extension BoxRegistry {
  /// Boxes of makers of cameras, phones and programs.
  static let vendors: [BoxDefinition] = canon + samsung + sony + others + knownUserTypes

  private static let samsung: [BoxDefinition] = [
    .box(SamsungMetadataBox.self, .optional(in: "udta")),
    .box(SamsungAuthorBox.self, .optional(in: "smta")),
    .box(
      "mdln", "Samsung model", "Samsung media", UserDataPlainTextBox.self, .optional(in: "smta")),
  ]

  private static let sony: [BoxDefinition] = [
    .uuid(
      "50524f46-21d2-4fce-bb88-695cfac9c740", "Sony profile (PROF)", "Sony media",
      SonyProfileBox.self, .optional(in: .file)),
    .uuid(
      "55534d54-21d2-4fce-bb88-695cfac9c740", "Sony user metadata (USMT)", "Sony media",
      ContainerBox.self, .optional(in: "moov", "trak")),
    .box(SonyFileProfileBox.self, .any(in: "uuid")),
    .box(SonyAudioProfileBox.self, .any(in: "uuid")),
    .box(SonyVideoProfileBox.self, .any(in: "uuid")),
    .box(SonyUserMetadataBox.self, .any(in: "uuid")),
  ]

  private static let others: [BoxDefinition] = [
    .box(SurveillanceExportBox.self, .optional(in: "meta")),
    .box(CorrectStartTimeBox.self, .optional(in: "sinf", "meta")),
    .data(
      "gpmd", "GoPro metadata header", "GoPro media", because: "it has four zero bytes",
      .optional(in: "gmhd")),
    .data(
      "inst", "Insta360 metadata", "Insta360 media", because: "its form is not public",
      .optional(in: .file)),
    .data(
      "beam", "Beam", "WhatsApp", because: "its form is not public", .optional(in: .file)),
    .uuid(
      LearnedSamplesBox.userType, "LearnedSamplesBox", LearnedSamplesBox.specification,
      LearnedSamplesBox.self, .optional(in: "trak")),
    .data(
      "bmdc", "Blackmagic codec", "Blackmagic Design", because: "its form is not public",
      .optional(in: .visualSampleEntry)),
    .data(
      "tgas", "Track data", "Apple media", because: "its form is not public",
      .optional(in: "trak")),
  ]

  /// `uuid` boxes that stay bytes.
  private static let knownUserTypes: [BoxDefinition] = [
    .uuid(
      "33c7a4d2-b81d-4723-a0ba-f1a3e097ad38", "IPTC", "Adobe Photoshop", nil,
      holds: .iptc, .any(in: .file)),
    .uuid(
      "2c4c0100-8504-40b9-a03e-562148d6dfeb", "Photoshop image resources", "Adobe Photoshop", nil,
      holds: .photoshopResources, .any(in: .file)),
    .uuid(
      "0537cdab-9d0c-4431-a72a-fa561f2a113e", "Exif", "Adobe Photoshop", nil,
      holds: .tiff(), .any(in: .file)),
    .uuid(
      "4a706754-6966-6645-7869-662d3e4a5032", "Exif (JpgTiffExif->JP2)", "JP2", nil,
      holds: .tiff(), .any(in: .file)),
    .uuid(
      "b14bf8bd-083d-4b43-a5ae-8cd7d5a6ce03", "GeoJP2", "GeoTIFF in JPEG 2000", nil,
      holds: .tiff(), .any(in: .file)),
    .uuid(
      "4ab03b0f-618d-4075-82b2-d9faced35ff5", "Flip video", "Flip", nil,
      because: "its form is not public", .any(in: .file)),
    .uuid(
      "efe1589a-bb77-49ef-8095-27759eb1dc6f", "360Fly sensors", "360Fly", nil,
      because: "its form is not public", .any(in: .file)),
    .uuid(
      "6b6840f2-5f24-4fc5-ba39-a51bcf0323f3", "Video for iPods", "iPod media", nil,
      because: "it has four zero bytes", .optional(in: .visualSampleEntry)),
    .uuid(
      "a5d40b30-e814-11dd-ba2f-0800200c9a66", "Live server manifest", "Smooth Streaming", nil,
      holds: .text, .optional(in: .file)),
  ]
}
