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
}
