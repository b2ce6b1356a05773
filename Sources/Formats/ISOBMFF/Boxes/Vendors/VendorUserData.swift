extension BoxRegistry {
  /// The boxes of vendors of cameras, phones and programs in `udta`.
  static let vendorUserData: [BoxDefinition] =
    canonUserData + makerTexts + makerData + [
      .box(GoProMetadataBox.self, .optional(in: "udta")),
      .box(GoProHighlightsBox.self, .optional(in: "udta")),
      .box(ChapterListBox.self, .optional(in: "udta")),
      .box(WindowsMediaAttributesBox.self, .optional(in: "udta")),
    ]

  private static let makerTexts: [BoxDefinition] = [
    ("@PRM", "Premiere version", "Adobe Premiere"),
    ("@PRQ", "QuickTime version", "Adobe Premiere"),
    ("@day", "date", "Camera media"), ("@mak", "maker", "Camera media"),
    ("@mod", "model", "Camera media"), ("@swr", "software", "Camera media"),
    ("@xyz", "location (ISO 6709)", "Camera media"),
    ("FIRM", "GoPro firmware", "GoPro media"), ("GoPr", "GoPro type", "GoPro media"),
    ("LENS", "GoPro lens serial number", "GoPro media"),
    ("SDLN", "Samsung play mode", "Samsung media"), ("SNum", "Kodak serial number", "Kodak media"),
    ("cver", "Samsung code version", "Samsung media"),
    ("smrd", "Samsung recording mode", "Samsung media"),
    ("vndr", "Samsung vendor", "Samsung media"),
    ("©mdl", "DJI model", "DJI media"),
  ].map { type, title, specification in
    .box(type, title, specification, UserDataPlainTextBox.self, .optional(in: "udta"))
  }

  /// Boxes whose form is the maker's own.
  private static let makerData: [BoxDefinition] = [
    ("AMBA", "Ambarella settings", "GoPro media"), ("BCID", "GoPro broadcast", "GoPro media"),
    ("CAME", "GoPro hash of the serial number", "GoPro media"),
    ("GUSI", "GoPro stabilisation", "GoPro media"),
    ("MUID", "GoPro media identifier", "GoPro media"),
    ("SETT", "GoPro settings", "GoPro media"), ("GUMI", "GoPro media identifier", "GoPro media"),
    ("Cr8r", "Creator's project", "Adobe Premiere"), ("FIEL", "fields", "Adobe Premiere"),
    ("PrmA", "aspect ratio", "Adobe Premiere"), ("PrmL", "project link", "Adobe Premiere"),
    ("MCPS", "Media Cleaner settings", "Terran Media Cleaner"),
    ("play", "Media Cleaner player", "Terran Media Cleaner"),
    ("DcMD", "Kodak metadata", "Kodak media"), ("FFMV", "Fujifilm data", "Fujifilm media"),
    ("INFO", "Samsung information", "Samsung media"), ("LEIC", "Leica data", "Leica media"),
    ("MMA0", "Minolta data", "Minolta media"), ("MMA1", "Minolta data", "Minolta media"),
    ("MVTG", "Fujifilm tags", "Fujifilm media"), ("NCDT", "Nikon data", "Nikon media"),
    ("PANA", "Panasonic data", "Panasonic media"), ("PENT", "Pentax data", "Pentax media"),
    ("PXMN", "Pentax maker note", "Pentax media"), ("PXTH", "Pentax preview", "Pentax media"),
    ("QVMI", "Casio data", "Casio media"), ("RMKN", "Ricoh maker note", "Ricoh media"),
    ("RTHU", "Ricoh preview", "Ricoh media"), ("TAGS", "maker's tags", "Camera media"),
    ("TTMD", "TomTom metadata", "TomTom media"), ("@sec", "Samsung data", "Samsung media"),
    ("htcb", "HTC data", "HTC media"), ("mcvr", "DJI preview", "DJI media"),
    ("pmcc", "Garmin settings", "Garmin media"), ("scrn", "Olympus preview", "Olympus media"),
    ("vrot", "acceleration", "Samsung media"), ("©dji", "DJI data", "DJI media"),
    ("©res", "DJI data", "DJI media"), ("©uid", "DJI identifier", "DJI media"),
  ].map { type, title, specification in
    .data(
      type, title, specification, because: "its form is the maker's own", .optional(in: "udta"))
  }

  /// Timed metadata of cameras.
  static let vendorSampleEntries: [BoxDefinition] = [
    .box(CanonTimedMetadataSampleEntry.self, .any(in: "stsd")),
    .box(
      "camm", "Camera motion metadata", "Camera Motion Metadata", SampleEntry.self, .any(in: "stsd")
    ),
    .box("gpmd", "GoPro metadata", "GoPro media", SampleEntry.self, .any(in: "stsd")),
    .box("fdsc", "GoPro recovery data", "GoPro media", SampleEntry.self, .any(in: "stsd")),
    .box("rtmd", "Sony real-time metadata", "Sony media", SampleEntry.self, .any(in: "stsd")),
    .box("djmd", "DJI metadata", "DJI media", SampleEntry.self, .any(in: "stsd")),
    .box("dbgi", "DJI debugging data", "DJI media", SampleEntry.self, .any(in: "stsd")),
    .box("priv", "Private metadata", "DJI media", SampleEntry.self, .any(in: "stsd")),
  ]
}
