/// The definitions of the tags in Exif directories.
public enum ExifTag {
  /// The name that the standard gives `tag` in that directory, or its number: `0x927C`.
  public static func name(_ tag: UInt16, in directory: ExifDirectory.Kind) -> String {
    knownName(tag, in: directory) ?? hex(tag)
  }

  /// The name of a tag. Nil for tags that the standard does not have.
  public static func knownName(_ tag: UInt16, in directory: ExifDirectory.Kind) -> String? {
    switch directory {
    case .ifd0, .ifd1, .ifd, .sub: tiff[tag]
    case .exif: exif[tag]
    case .gps: gps[tag]
    case .interoperability: interoperability[tag]
    case .makerNote: apple[tag]
    case .canon: canon[tag]
    }
  }

  static func hex(_ tag: UInt16) -> String {
    "0x" + zeroPadded(String(tag, radix: 16, uppercase: true), to: 4)
  }
}

extension ExifTag {
  /// TIFF 6.0 and Exif 2.32 §4.6.4, with the pointers of §4.6.3.
  static let tiff: [UInt16: String] = [
    0x00FE: "NewSubfileType", 0x00FF: "SubfileType", 0x0100: "ImageWidth",
    0x0101: "ImageLength", 0x0102: "BitsPerSample", 0x0103: "Compression",
    0x0106: "PhotometricInterpretation", 0x010D: "DocumentName", 0x010E: "ImageDescription",
    0x010F: "Make", 0x0110: "Model", 0x0111: "StripOffsets", 0x0112: "Orientation",
    0x0115: "SamplesPerPixel", 0x0116: "RowsPerStrip", 0x0117: "StripByteCounts",
    0x011A: "XResolution", 0x011B: "YResolution", 0x011C: "PlanarConfiguration",
    0x0128: "ResolutionUnit", 0x012D: "TransferFunction", 0x0131: "Software",
    0x0132: "DateTime", 0x013B: "Artist", 0x013C: "HostComputer", 0x013E: "WhitePoint",
    0x013F: "PrimaryChromaticities", 0x0142: "TileWidth", 0x0143: "TileLength",
    0x0144: "TileOffsets", 0x0145: "TileByteCounts", 0x014A: "SubIFDs",
    0x0201: "JPEGInterchangeFormat", 0x0202: "JPEGInterchangeFormatLength",
    0x0211: "YCbCrCoefficients", 0x0212: "YCbCrSubSampling", 0x0213: "YCbCrPositioning",
    0x0214: "ReferenceBlackWhite", 0x02BC: "XMP", 0x4746: "Rating", 0x4749: "RatingPercent",
    0x8298: "Copyright", 0x83BB: "IPTC", 0x8649: "ImageResources", 0x8769: "ExifIFD",
    0x8773: "InterColorProfile", 0x8825: "GPSInfoIFD", 0x9C9B: "XPTitle", 0x9C9C: "XPComment",
    0x9C9D: "XPAuthor", 0x9C9E: "XPKeywords", 0x9C9F: "XPSubject",
    0xC4A5: "PrintImageMatching", 0xEA1C: "Padding",
  ]

  /// Exif 2.32 §4.6.5, with the tags that Exif 3.0 added.
  static let exif: [UInt16: String] = [
    0x829A: "ExposureTime", 0x829D: "FNumber", 0x8822: "ExposureProgram",
    0x8824: "SpectralSensitivity", 0x8827: "PhotographicSensitivity", 0x8828: "OECF",
    0x8830: "SensitivityType", 0x8831: "StandardOutputSensitivity",
    0x8832: "RecommendedExposureIndex", 0x8833: "ISOSpeed", 0x8834: "ISOSpeedLatitudeyyy",
    0x8835: "ISOSpeedLatitudezzz", 0x9000: "ExifVersion", 0x9003: "DateTimeOriginal",
    0x9004: "DateTimeDigitized", 0x9010: "OffsetTime", 0x9011: "OffsetTimeOriginal",
    0x9012: "OffsetTimeDigitized", 0x9101: "ComponentsConfiguration",
    0x9102: "CompressedBitsPerPixel", 0x9201: "ShutterSpeedValue", 0x9202: "ApertureValue",
    0x9203: "BrightnessValue", 0x9204: "ExposureBiasValue", 0x9205: "MaxApertureValue",
    0x9206: "SubjectDistance", 0x9207: "MeteringMode", 0x9208: "LightSource", 0x9209: "Flash",
    0x920A: "FocalLength", 0x9214: "SubjectArea", 0x927C: "MakerNote", 0x9286: "UserComment",
    0x9290: "SubSecTime", 0x9291: "SubSecTimeOriginal", 0x9292: "SubSecTimeDigitized",
    0x9400: "Temperature", 0x9401: "Humidity", 0x9402: "Pressure", 0x9403: "WaterDepth",
    0x9404: "Acceleration", 0x9405: "CameraElevationAngle", 0xA000: "FlashpixVersion",
    0xA001: "ColorSpace", 0xA002: "PixelXDimension", 0xA003: "PixelYDimension",
    0xA004: "RelatedSoundFile", 0xA005: "InteroperabilityIFD", 0xA20B: "FlashEnergy",
    0xA20C: "SpatialFrequencyResponse", 0xA20E: "FocalPlaneXResolution",
    0xA20F: "FocalPlaneYResolution", 0xA210: "FocalPlaneResolutionUnit",
    0xA214: "SubjectLocation", 0xA215: "ExposureIndex", 0xA217: "SensingMethod",
    0xA300: "FileSource", 0xA301: "SceneType", 0xA302: "CFAPattern", 0xA401: "CustomRendered",
    0xA402: "ExposureMode", 0xA403: "WhiteBalance", 0xA404: "DigitalZoomRatio",
    0xA405: "FocalLengthIn35mmFilm", 0xA406: "SceneCaptureType", 0xA407: "GainControl",
    0xA408: "Contrast", 0xA409: "Saturation", 0xA40A: "Sharpness",
    0xA40B: "DeviceSettingDescription", 0xA40C: "SubjectDistanceRange",
    0xA420: "ImageUniqueID", 0xA430: "CameraOwnerName", 0xA431: "BodySerialNumber",
    0xA432: "LensSpecification", 0xA433: "LensMake", 0xA434: "LensModel",
    0xA435: "LensSerialNumber", 0xA436: "ImageTitle", 0xA437: "Photographer",
    0xA438: "ImageEditor", 0xA439: "CameraFirmware", 0xA43A: "RAWDevelopingSoftware",
    0xA43B: "ImageEditingSoftware", 0xA43C: "MetadataEditingSoftware",
    0xA460: "CompositeImage", 0xA461: "SourceImageNumberOfCompositeImage",
    0xA462: "SourceExposureTimesOfCompositeImage", 0xA500: "Gamma", 0xEA1C: "Padding",
    0xEA1D: "OffsetSchema",
  ]

  /// Exif 2.32 §4.6.6.
  static let gps: [UInt16: String] = [
    0x00: "GPSVersionID", 0x01: "GPSLatitudeRef", 0x02: "GPSLatitude",
    0x03: "GPSLongitudeRef", 0x04: "GPSLongitude", 0x05: "GPSAltitudeRef",
    0x06: "GPSAltitude", 0x07: "GPSTimeStamp", 0x08: "GPSSatellites", 0x09: "GPSStatus",
    0x0A: "GPSMeasureMode", 0x0B: "GPSDOP", 0x0C: "GPSSpeedRef", 0x0D: "GPSSpeed",
    0x0E: "GPSTrackRef", 0x0F: "GPSTrack", 0x10: "GPSImgDirectionRef",
    0x11: "GPSImgDirection", 0x12: "GPSMapDatum", 0x13: "GPSDestLatitudeRef",
    0x14: "GPSDestLatitude", 0x15: "GPSDestLongitudeRef", 0x16: "GPSDestLongitude",
    0x17: "GPSDestBearingRef", 0x18: "GPSDestBearing", 0x19: "GPSDestDistanceRef",
    0x1A: "GPSDestDistance", 0x1B: "GPSProcessingMethod", 0x1C: "GPSAreaInformation",
    0x1D: "GPSDateStamp", 0x1E: "GPSDifferential", 0x1F: "GPSHPositioningError",
  ]

  /// Exif 2.32 §4.6.7 and DCF 2.0.
  static let interoperability: [UInt16: String] = [
    0x0001: "InteroperabilityIndex", 0x0002: "InteroperabilityVersion",
    0x1000: "RelatedImageFileFormat", 0x1001: "RelatedImageWidth",
    0x1002: "RelatedImageLength",
  ]

  /// Apple's maker note; the names are those of the ExifTool documentation.
  static let apple: [UInt16: String] = [
    0x0001: "MakerNoteVersion", 0x0002: "AEMatrix", 0x0003: "RunTime", 0x0004: "AEStable",
    0x0005: "AETarget", 0x0006: "AEAverage", 0x0007: "AFStable",
    0x0008: "AccelerationVector", 0x000A: "HDRImageType", 0x000B: "BurstUUID",
    0x000C: "FocusDistanceRange", 0x000F: "OISMode", 0x0011: "ContentIdentifier",
    0x0014: "ImageCaptureType", 0x0015: "ImageUniqueID", 0x0017: "LivePhotoVideoIndex",
    0x0019: "ImageProcessingFlags", 0x001A: "QualityHint",
    0x001D: "LuminanceNoiseAmplitude", 0x001F: "PhotosAppFeatureFlags",
    0x0020: "ImageCaptureRequestID", 0x0021: "HDRHeadroom", 0x0023: "AFPerformance",
    0x0025: "SceneFlags", 0x0026: "SignalToNoiseRatioType", 0x0027: "SignalToNoiseRatio",
    0x002B: "PhotoIdentifier", 0x002D: "ColorTemperature", 0x002E: "CameraType",
    0x002F: "FocusPosition", 0x0030: "HDRGain", 0x0038: "AFMeasuredDepth",
    0x003D: "AFConfidence", 0x003E: "ColorCorrectionMatrix",
    0x003F: "GreenGhostMitigationStatus", 0x0040: "SemanticStyle",
    0x0041: "SemanticStyleRenderingVer", 0x0042: "SemanticStylePreset",
  ]

  /// Canon's maker note; the names are those of the ExifTool documentation.
  static let canon: [UInt16: String] = [
    0x0001: "CanonCameraSettings", 0x0002: "CanonFocalLength", 0x0004: "CanonShotInfo",
    0x0005: "CanonPanorama", 0x0006: "CanonImageType", 0x0007: "CanonFirmwareVersion",
    0x0008: "FileNumber", 0x0009: "OwnerName", 0x000C: "SerialNumber", 0x000D: "CanonCameraInfo",
    0x000F: "CustomFunctions", 0x0010: "CanonModelID", 0x0012: "CanonAFInfo",
    0x0013: "ThumbnailImageValidArea", 0x0015: "SerialNumberFormat", 0x001A: "SuperMacro",
    0x001C: "DateStampMode", 0x001D: "MyColors", 0x001E: "FirmwareRevision",
    0x0023: "Categories", 0x0024: "FaceDetect1", 0x0025: "FaceDetect2", 0x0026: "CanonAFInfo2",
    0x0027: "ContrastInfo", 0x0028: "ImageUniqueID", 0x002F: "FaceDetect3", 0x0035: "TimeInfo",
    0x0038: "BatteryType", 0x003C: "AFInfo3", 0x0081: "RawDataOffset",
    0x0083: "OriginalDecisionDataOffset", 0x0093: "CanonFileInfo", 0x0094: "AFPointsInFocus1D",
    0x0095: "LensModel", 0x0096: "InternalSerialNumber", 0x0097: "DustRemovalData",
    0x0098: "CropInfo", 0x0099: "CustomFunctions2", 0x009A: "AspectInfo",
    0x00A0: "ProcessingInfo", 0x00AA: "MeasuredColor", 0x00AE: "ColorTemperature",
    0x00B4: "ColorSpace", 0x00E0: "SensorInfo", 0x4001: "ColorData", 0x4003: "ColorInfo",
    0x4008: "PictureStyleUserDef", 0x4009: "PictureStylePC", 0x4010: "CustomPictureStyleFileName",
    0x4013: "AFMicroAdj", 0x4015: "VignettingCorr", 0x4016: "VignettingCorr2",
    0x4018: "LightingOpt", 0x4019: "LensInfo", 0x4020: "AmbienceInfo", 0x4021: "MultiExp",
    0x4024: "FilterInfo", 0x4025: "HDRInfo", 0x4028: "AFConfig", 0x403F: "RawBurstModeRoll",
    0x4059: "LevelInfo",
  ]

  /// The meaning of the numbers of a tag (TIFF 6.0 §8, Exif 2.32 §4.6.5).
  static func valueNames(_ tag: UInt16, in directory: ExifDirectory.Kind) -> ValueNames? {
    switch directory {
    case .ifd0, .ifd1, .ifd, .sub: tiffValues[tag]
    case .exif: exifValues[tag]
    case .gps: tag == 0x05 ? [0: "above sea level", 1: "below sea level"] : nil
    case .makerNote: appleValues[tag]
    case .interoperability, .canon: nil
    }
  }

  private static let units: ValueNames = [1: "none", 2: "inch", 3: "centimetre"]

  private static let tiffValues: [UInt16: ValueNames] = [
    0x0103: [1: "uncompressed", 6: "JPEG"],
    0x0106: [2: "RGB", 6: "YCbCr"],
    0x0112: [
      1: "upright", 2: "mirror left to right", 3: "rotate 180°", 4: "mirror top to bottom",
      5: "mirror left to right, rotate 90° counter-clockwise", 6: "rotate 90° clockwise",
      7: "mirror left to right, rotate 90° clockwise", 8: "rotate 90° counter-clockwise",
    ],
    0x011C: [1: "chunky", 2: "planar"],
    0x0128: units,
    0x0213: [1: "centred", 2: "co-sited"],
  ]

  private static let exifValues: [UInt16: ValueNames] = [
    0x8822: [
      0: "not defined", 1: "manual", 2: "normal", 3: "aperture priority", 4: "shutter priority",
      5: "creative", 6: "action", 7: "portrait", 8: "landscape",
    ],
    0x8830: [
      0: "unknown", 1: "standard output sensitivity", 2: "recommended exposure index",
      3: "ISO speed", 4: "standard output sensitivity and recommended exposure index",
      5: "standard output sensitivity and ISO speed",
      6: "recommended exposure index and ISO speed", 7: "all three",
    ],
    0x9207: [
      0: "unknown", 1: "average", 2: "centre-weighted average", 3: "spot", 4: "multi-spot",
      5: "pattern", 6: "partial", 255: "other",
    ],
    0x9208: [
      0: "unknown", 1: "daylight", 2: "fluorescent", 3: "tungsten", 4: "flash",
      9: "fine weather", 10: "cloudy", 11: "shade", 12: "daylight fluorescent",
      13: "day white fluorescent", 14: "cool white fluorescent", 15: "white fluorescent",
      16: "warm white fluorescent", 17: "standard light A", 18: "standard light B",
      19: "standard light C", 20: "D55", 21: "D65", 22: "D75", 23: "D50",
      24: "ISO studio tungsten", 255: "other",
    ],
    0x9209: [
      0x00: "did not fire", 0x01: "fired", 0x05: "fired, no return light seen",
      0x07: "fired, return light seen", 0x08: "on, did not fire", 0x09: "on, fired",
      0x10: "off, did not fire", 0x18: "auto, did not fire", 0x19: "auto, fired",
      0x1D: "auto, fired, no return light seen", 0x1F: "auto, fired, return light seen",
      0x20: "no flash function", 0x41: "fired, red-eye reduction",
      0x49: "on, fired, red-eye reduction", 0x59: "auto, fired, red-eye reduction",
    ],
    0xA001: [1: "sRGB", 0xFFFF: "uncalibrated"],
    0xA210: units,
    0xA217: [
      1: "not defined", 2: "one-chip colour area sensor", 3: "two-chip colour area sensor",
      4: "three-chip colour area sensor", 5: "colour sequential area sensor",
      7: "trilinear sensor", 8: "colour sequential linear sensor",
    ],
    0xA401: [0: "normal process", 1: "custom process"],
    0xA402: [0: "auto", 1: "manual", 2: "auto bracket"],
    0xA403: [0: "auto", 1: "manual"],
    0xA406: [0: "standard", 1: "landscape", 2: "portrait", 3: "night scene"],
    0xA407: [
      0: "none", 1: "low gain up", 2: "high gain up", 3: "low gain down", 4: "high gain down",
    ],
    0xA408: [0: "normal", 1: "soft", 2: "hard"],
    0xA409: [0: "normal", 1: "low", 2: "high"],
    0xA40A: [0: "normal", 1: "soft", 2: "hard"],
    0xA40C: [0: "unknown", 1: "macro", 2: "close", 3: "distant"],
    0xA460: [
      0: "unknown", 1: "not composite", 2: "composite", 3: "composite, captured while shooting",
    ],
  ]

  private static let appleValues: [UInt16: ValueNames] = [
    0x000A: [3: "HDR", 4: "original"],
    0x0014: [1: "ProRAW", 2: "portrait", 10: "photo", 11: "manual focus", 12: "scene"],
    0x002E: [0: "back wide angle", 1: "back normal", 6: "front"],
  ]
}
