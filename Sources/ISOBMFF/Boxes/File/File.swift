extension BoxRegistry {
  static let file: [BoxDefinition] = [
    .box(FileTypeBox.self),
    .box("styp", "SegmentTypeBox", "ISO/IEC 14496-12 §8.16.2", FileTypeBox.self),
    .data("mdat", "MediaDataBox", "ISO/IEC 14496-12 §8.1.1"),
    .data("free", "FreeSpaceBox", "ISO/IEC 14496-12 §8.1.2"),
    .data("skip", "FreeSpaceBox", "ISO/IEC 14496-12 §8.1.2"),
    .data("wide", "WideAtom", "QuickTime File Format: Wide atoms"),
    .container("mpvd", "MotionPhotoVideoBox", "Android Motion Photo format 1.0"),
  ]
}
