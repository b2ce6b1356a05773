/// The types of properties of published schemas that are not texts or whole numbers.
enum XMPTypes {
  /// Fractions, which are shown as numbers.
  static func isFraction(_ name: String, in group: String) -> Bool {
    fractions[group]?.contains(name) ?? false
  }

  /// Exposures as powers of two, which some programs write with their unit.
  static func isExposure(_ name: String, in group: String) -> Bool {
    group == "XMP-exif"
      && ["ApertureValue", "ExposureCompensation", "MaxApertureValue", "ShutterSpeedValue"]
        .contains(name)
  }

  /// Dates, which may be only a day or a year.
  static func isDate(_ name: String, in group: String) -> Bool {
    switch (group, name) {
    case ("XMP-getty", "MediaEventIdDate"), ("XMP-acdsee", "ReleaseDate"), ("XMP-digiKam", _):
      false
    case ("XMP-prism", _):
      name.hasSuffix("DateDate") || dates[group]?.contains(name) ?? false
    case ("XMP-iptcExt", _) where name.hasSuffix("CircaDateCreated"): false
    default:
      name.contains("Date") || name.hasSuffix("When") || dates[group]?.contains(name) ?? false
    }
  }

  /// Bytes in base 64, which are shown by their number.
  static func isBytes(_ name: String, in group: String) -> Bool {
    bytes[group]?.contains(name) ?? false
  }

  private static let fractions: [String: Set<String>] = [
    "XMP-exif": [
      "ApertureValue", "BrightnessValue", "CompressedBitsPerPixel", "DigitalZoomRatio",
      "ExposureCompensation", "ExposureIndex", "ExposureTime", "FlashEnergy", "FNumber",
      "FocalLength", "FocalPlaneXResolution", "FocalPlaneYResolution", "GPSAltitude",
      "GPSDestBearing", "GPSDestDistance", "GPSDOP", "GPSHPositioningError", "GPSImgDirection",
      "GPSSpeed", "GPSTrack", "MaxApertureValue", "OECFValues", "ShutterSpeedValue",
      "SpatialFrequencyResponseValues", "SubjectDistance",
      // Programs write it, though the schema does not have it.
      "LensInfo",
    ],
    "XMP-tiff": [
      "PrimaryChromaticities", "ReferenceBlackWhite", "WhitePoint", "XResolution",
      "YCbCrCoefficients", "YResolution",
    ],
    "XMP-aux": ["ApproximateFocusDistance", "EnhanceSuperResolutionScale", "FlashCompensation"],
    "XMP-exifEX": [
      "Acceleration", "CameraElevationAngle", "CompImageMaxExposureAll",
      "CompImageMaxExposureUsed", "CompImageMinExposureAll", "CompImageMinExposureUsed",
      "CompImageSumExposureAll", "CompImageSumExposureUsed", "CompImageTotalExposurePeriod",
      "CompImageValues", "Gamma", "Humidity", "LensInfo", "Pressure", "AmbientTemperature",
      "WaterDepth",
    ],
    "XMP-iptcExt": [
      "LocationCreatedGPSAltitude", "LocationShownGPSAltitude", "RatingRegionGPSAltitude",
      "VideoDisplayAspectRatio",
    ],
    "XMP-xmpDM": [
      "BeatSpliceParamsRiseInTimeDurationScale", "ContributedMediaDurationScale",
      "ContributedMediaStartTimeScale", "DurationScale", "FileDataRate", "IntroTimeScale",
      "OutCueScale", "RelativeTimestampScale", "VideoPixelAspectRatio",
    ],
  ]

  private static let dates: [String: Set<String>] = [
    "XMP-prism": ["CoverDate", "CreationDate", "DateRecieved", "ModificationDate"],
    "XMP-dwc": ["EventTime"], "XMP-cc": ["DeprecatedOn"], "XMP-ics": ["TimeStamp"],
    "XMP-iptcExt": [
      "IPTCLastEdited", "MetadataLastEdited", "TemporalCoverageFrom", "TemporalCoverageTo",
    ],
  ]

  private static let bytes: [String: Set<String>] = [
    "XMP-GCamera": ["HDRPMakerNote", "ShotLogData", "PortraitRequest"],
    "XMP-GDepth": ["Confidence", "DepthImage"], "XMP-GImage": ["ImageData"],
    "XMP-GAudio": ["AudioData"], "XMP-xmp": ["ThumbnailImage", "PageImage"],
    "XMP-xmpGImg": ["Image"], "XMP-LImage": ["RightAlbedo"],
  ]
}
