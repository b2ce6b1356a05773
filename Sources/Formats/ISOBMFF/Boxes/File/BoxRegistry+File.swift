extension BoxRegistry {
  static let file: [BoxDefinition] = [
    // It is optional, because segments and movies of old cameras do not have it.
    .box(FileTypeBox.self, .optional(in: .file, "otyp", "mpvd")),
    .box(
      "styp", "SegmentTypeBox", "ISO/IEC 14496-12 §8.16.2", FileTypeBox.self, .any(in: .file)),
    .container("etyp", "ExtendedTypeBox", "ISO/IEC 14496-12 §4", .any(in: .file, "otyp", "ipco")),
    .box(TypeCombinationBox.self, .any(in: "etyp")),
    .container(
      "otyp", "OriginalFileTypeBox", "ISO/IEC 14496-12 §4", .optional(in: .file, "otyp")),
    .box(ProgressiveDownloadInfoBox.self, .optional(in: .file)),
    .data(
      "mdat", "MediaDataBox", "ISO/IEC 14496-12 §8.1.1",
      because: "it holds the bytes of samples and items, which other boxes refer to",
      .any(in: .file, "mpvd")),
    .box(IdentifiedMediaDataBox.self, .any(in: .file)),
    .data("free", "FreeSpaceBox", "ISO/IEC 14496-12 §8.1.2", because: "its content is unused"),
    .data("skip", "FreeSpaceBox", "ISO/IEC 14496-12 §8.1.2", because: "its content is unused"),
    .data(
      "wide", "WideAtom", "QuickTime File Format: Wide atoms",
      because: "it reserves the room of a 64-bit size", .any(in: .file, "mpvd")),
    .data(
      "!mov", "CompressedMovieBox", "ISO/IEC 14496-12 §8.19", because: compressed,
      .optional(in: .file)),
    .data(
      "!mof", "CompressedMovieFragmentBox", "ISO/IEC 14496-12 §8.19", because: compressed,
      .any(in: .file)),
    .data(
      "!six", "CompressedSegmentIndexBox", "ISO/IEC 14496-12 §8.19", because: compressed,
      .any(in: .file)),
    .data(
      "!ssx", "CompressedSubsegmentIndexBox", "ISO/IEC 14496-12 §8.19", because: compressed,
      .any(in: .file)),
    .box(MotionPhotoVideoBox.self, .optional(in: .file)),
    .box(
      "axte", "AuxiliaryTracksExtensionBox", "Android MP4-AT file format", MotionPhotoVideoBox.self,
      .optional(in: .file)),
    .box(MinimizedImageBox.self, .optional(in: .file)),
    .box(SamsungExtendedDataBox.self, .optional(in: .file, "mpvd")),
  ]

  private static let compressed = "its content is compressed with DEFLATE"
}
