internal import Metadata

/// The names and texts of Exif tags, if they differ from the standard's name and the plain value.
enum ExifTable {
  /// The usual name of a tag; nil for one that has none.
  static func name(_ tag: UInt16, in kind: ExifDirectory.Kind) -> String? {
    switch kind {
    case .gps: return ExifTag.knownName(tag, in: .gps)
    case .interoperability:
      return usualNames[tag, default: ExifTag.knownName(tag, in: kind) ?? ""].nonEmpty
    case .makerNote: return AppleTable.names[tag] ?? ExifTag.knownName(tag, in: kind)
    case .canon: return ExifTag.knownName(tag, in: kind)
    case .ifd0, .ifd1, .ifd, .sub, .exif:
      // Tags of one directory are found in the other, too.
      return usualNames[tag] ?? ExifTag.knownName(tag, in: .exif)
        ?? ExifTag.knownName(tag, in: .ifd0) ?? RawTable.names[tag]
        ?? RegisteredTable.names[tag]
    }
  }

  /// The form of its values; nil for plain ones.
  static func writing(_ tag: UInt16, in kind: ExifDirectory.Kind) -> MetadataValueForm? {
    switch kind {
    case .gps: gps[tag]
    case .interoperability: tag == 1 ? .letters(ExifValueNames.interoperability) : nil
    case .makerNote: AppleTable.writings[tag]
    case .canon: nil
    case .ifd0, .ifd1, .ifd, .sub, .exif:
      exif[tag] ?? RawTable.writings[tag] ?? RegisteredTable.writings[tag]
    }
  }

  /// Names that differ from those of the standard.
  private static let usualNames: [UInt16: String] = [
    0x0001: "InteropIndex", 0x0002: "InteropVersion", 0x1002: "RelatedImageHeight",
    0x00FE: "SubfileType", 0x00FF: "OldSubfileType", 0x0101: "ImageHeight", 0x0132: "ModifyDate",
    0x8649: "PhotoshopSettings", 0x8773: "ICC_Profile", 0x8827: "ISO",
    0x8828: "Opto-ElectricConvFactor", 0x9004: "CreateDate", 0x9204: "ExposureCompensation",
    0x9400: "AmbientTemperature", 0xA002: "ExifImageWidth", 0xA003: "ExifImageHeight",
    0xA217: "SensingMethod", 0xA405: "FocalLengthIn35mmFormat", 0xA430: "OwnerName",
    0xA431: "SerialNumber", 0xA432: "LensInfo", 0xA461: "CompositeImageCount",
    0xA462: "CompositeImageExposureTimes", 0x83BB: "IPTC-NAA", 0x02BC: "ApplicationNotes",
    0xC4A5: "PrintIM",
  ]

  private static let exif: [UInt16: MetadataValueForm] = [
    0x0103: .names(ExifValueNames.compression), 0x0106: .names(ExifValueNames.photometric),
    0x0112: .names(ExifValueNames.orientation), 0x011C: .names(ExifValueNames.planes),
    0x0128: .names(ExifValueNames.units), 0x0212: .subsampling,
    0x0213: .names(ExifValueNames.position),
    0x829A: .exposureTime,
    0x829D: .fNumber, 0x8822: .names(ExifValueNames.program), 0x8827: .joined(", "),
    0x8830: .names(ExifValueNames.sensitivity), 0x9101: .components, 0x9201: .apexTime,
    0x9202: .apexAperture, 0x9204: .fraction, 0x9205: .apexAperture, 0x9206: .metres,
    0x9207: .names(ExifValueNames.metering), 0x9208: .names(ExifValueNames.light),
    0x9209: .names(ExifValueNames.flash, isHexadecimal: true), 0x920A: .unit("mm", digits: 1),
    0x9400: .unit("C"),
    0xA001: .names(ExifValueNames.colourSpace, isHexadecimal: true),
    0xA210: .names(ExifValueNames.focalPlaneUnits),
    0xA217: .names(ExifValueNames.sensing), 0xA300: .names(ExifValueNames.fileSource),
    0xA301: .names(ExifValueNames.sceneType), 0xA401: .names(ExifValueNames.rendered),
    0xA402: .names(ExifValueNames.exposureMode), 0xA403: .names(ExifValueNames.whiteBalance),
    0xA405: .unit("mm"), 0xA406: .names(ExifValueNames.scene), 0xA407: .names(ExifValueNames.gain),
    0xA408: .names(ExifValueNames.level), 0xA409: .names(ExifValueNames.level),
    0xA40A: .names(ExifValueNames.sharpness), 0xA40C: .names(ExifValueNames.distance),
    0xA432: .lens,
    0xA460: .names(ExifValueNames.composite),
  ]

  private static let gps: [UInt16: MetadataValueForm] = [
    0x00: .joined("."), 0x01: .letters(ExifValueNames.north), 0x02: .degrees,
    0x03: .letters(ExifValueNames.east), 0x04: .degrees, 0x05: .names(ExifValueNames.altitude),
    0x06: .metres, 0x07: .time, 0x09: .letters(ExifValueNames.status),
    0x0A: .letters(ExifValueNames.dimensions), 0x0C: .letters(ExifValueNames.speed),
    0x0E: .letters(ExifValueNames.direction), 0x10: .letters(ExifValueNames.direction),
    0x13: .letters(ExifValueNames.north), 0x14: .degrees, 0x15: .letters(ExifValueNames.east),
    0x16: .degrees, 0x17: .letters(ExifValueNames.direction), 0x19: .letters(ExifValueNames.length),
    0x1E: .names(ExifValueNames.differential), 0x1F: .unit("m"),
  ]

  /// The writings of Exif's tags by name, for properties of XMP that repeat them.
  static let writingsByName: [String: MetadataValueForm] = Dictionary(
    exif.compactMap { tag, writing in name(tag, in: .exif).map { ($0, writing) } },
    uniquingKeysWith: { first, _ in first })
}

extension String {
  /// The text; nil if it is empty.
  var nonEmpty: String? { isEmpty ? nil : self }
}

/// Tags that are registered for TIFF files beside photos: for fax (IETF RFC 2306, TIFF-FX), print (TIFF/IT,
/// ISO 12639), maps, scanners, microscopes and HD Photo.
enum RegisteredTable {
  static let names: [UInt16: String] = [
    0x012C: "ColorResponseUnit", 0x0146: "BadFaxLines", 0x0147: "CleanFaxData",
    0x0148: "ConsecutiveBadFaxLines", 0x0156: "TransferRange", 0x0157: "ClipPath",
    0x0158: "XClipPathUnits", 0x0159: "YClipPathUnits", 0x015A: "Indexed", 0x015F: "OPIProxy",
    0x0191: "ProfileType", 0x0192: "FaxProfile", 0x0193: "CodingMethods", 0x0194: "VersionYear",
    0x0195: "ModeNumber", 0x01B1: "Decode", 0x01B2: "DefaultImageColor", 0x01B3: "T82Options",
    0x0203: "JPEGRestartInterval", 0x0205: "JPEGLosslessPredictors", 0x0206: "JPEGPointTransforms",
    0x0207: "JPEGQTables", 0x0208: "JPEGDCTables", 0x0209: "JPEGACTables", 0x022F: "StripRowCounts",
    0x03E7: "USPTOMiscellaneous", 0x4747: "XP_DIP_XML", 0x7000: "SonyRawFileType",
    0x7010: "SonyToneCurve", 0x800D: "ImageID", 0x80A3: "WangTag1", 0x80A4: "WangAnnotation",
    0x80A5: "WangTag3", 0x80A6: "WangTag4", 0x80B9: "ImageReferencePoints",
    0x80BA: "RegionXformTackPoint", 0x80BB: "WarpQuadrilateral", 0x80BC: "AffineTransformMat",
    0x80E3: "Matteing", 0x80E4: "DataType", 0x80E5: "ImageDepth", 0x80E6: "TileDepth",
    0x8214: "ImageFullWidth", 0x8215: "ImageFullHeight", 0x8216: "TextureFormat",
    0x8217: "WrapModes", 0x8218: "FovCot", 0x8219: "MatrixWorldToScreen",
    0x821A: "MatrixWorldToCamera", 0x827D: "Model2", 0x82A5: "MDFileTag", 0x82A6: "MDScalePixel",
    0x82A7: "MDColorTable", 0x82A8: "MDLabName", 0x82A9: "MDSampleInfo", 0x82AA: "MDPrepDate",
    0x82AB: "MDPrepTime", 0x82AC: "MDFileUnits", 0x8335: "AdventScale", 0x8336: "AdventRevision",
    0x835C: "UIC1Tag", 0x835D: "UIC2Tag", 0x835E: "UIC3Tag", 0x835F: "UIC4Tag",
    0x847E: "IntergraphPacketData", 0x847F: "IntergraphFlagRegisters", 0x8481: "INGRReserved",
    0x84E0: "Site", 0x84E1: "ColorSequence", 0x84E2: "IT8Header", 0x84E3: "RasterPadding",
    0x84E4: "BitsPerRunLength", 0x84E5: "BitsPerExtendedRunLength", 0x84E6: "ColorTable",
    0x84E7: "ImageColorIndicator", 0x84E8: "BackgroundColorIndicator", 0x84E9: "ImageColorValue",
    0x84EA: "BackgroundColorValue", 0x84EB: "PixelIntensityRange", 0x84EC: "TransparencyIndicator",
    0x84ED: "ColorCharacterization", 0x84EE: "HCUsage", 0x84EF: "TrapIndicator",
    0x84F0: "CMYKEquivalent", 0x85B8: "PixelMagicJBIGOptions", 0x85D7: "JPLCartoIFD",
    0x8602: "WB_GRGBLevels", 0x877F: "TIFF_FXExtensions", 0x8780: "MultiProfiles",
    0x8781: "SharedData", 0x8782: "T88Options", 0x87AC: "ImageLayer", 0x87BE: "JBIGOptions",
    0x885C: "FaxRecvParams", 0x885D: "FaxSubAddress", 0x885E: "FaxRecvTime", 0x8871: "FedexEDR",
    0x923A: "CIP3DataFile", 0x923B: "CIP3Sheet", 0x923C: "CIP3Side", 0x932F: "MSDocumentText",
    0x9330: "MSPropertySetStorage", 0x9331: "MSDocumentTextPosition",
    0xA010: "SamsungRawPointersOffset", 0xA011: "SamsungRawPointersLength",
    0xA101: "SamsungRawByteOrder", 0xAFC0: "ExpandSoftware", 0xAFC1: "ExpandLens",
    0xAFC2: "ExpandFilm", 0xAFC3: "ExpandFilterLens", 0xAFC4: "ExpandScanner",
    0xAFC5: "ExpandFlashLamp", 0xB4C3: "HasselbladRawImage", 0xBC01: "PixelFormat",
    0xBC02: "Transformation", 0xBC04: "ImageType", 0xBC82: "WidthResolution",
    0xBC83: "HeightResolution", 0xBCC0: "ImageOffset", 0xBCC1: "ImageByteCount",
    0xBCC2: "AlphaOffset", 0xBCC3: "AlphaByteCount", 0xBCC4: "ImageDataDiscard",
    0xBCC5: "AlphaDataDiscard", 0xC427: "OceScanjobDesc", 0xC428: "OceApplicationSelector",
    0xC429: "OceIDNumber", 0xC42A: "OceImageLogic", 0xC44F: "Annotations", 0xC51B: "HasselbladExif",
    0xC573: "OriginalFileName", 0xC580: "USPTOOriginalContentType", 0xC5E0: "CR2CFAPattern",
    0xC640: "RawImageSegmentation", 0xC660: "AliasLayerMetadata", 0xC6C5: "SRawType",
    0xC71E: "SubTileBlockSize", 0xC71F: "RowInterleaveFactor",
  ]

  static let writings: [UInt16: MetadataValueForm] = [
    0x0147: .names([0: "Clean", 1: "Regenerated", 2: "Unclean"]),
    0x015A: .names([0: "Not indexed", 1: "Indexed"]),
    0x015F: .names([
      0: "Higher resolution image does not exist", 1: "Higher resolution image exists",
    ]),
    0x0191: .names([0: "Unspecified", 1: "Group 3 FAX"]),
    0x0192: .names([
      0: "Unknown", 1: "Minimal B&W lossless, S", 2: "Extended B&W lossless, F",
      3: "Lossless JBIG B&W, J", 4: "Lossy color and grayscale, C",
      5: "Lossless color and grayscale, L", 6: "Mixed raster content, M", 7: "Profile T",
      255: "Multi Profiles",
    ]),
    0x0193: .bits([
      "Unspecified compression", "Modified Huffman", "Modified Read", "Modified MR", "JBIG",
      "Baseline JPEG", "JBIG color",
    ]),
    0x7000: .names([
      0: "Sony Uncompressed 14-bit RAW", 1: "Sony Uncompressed 12-bit RAW",
      2: "Sony Compressed RAW", 3: "Sony Lossless Compressed RAW",
      4: "Sony Lossless Compressed RAW 2",
    ]),
    0x84E3: .names([0: "Byte", 1: "Word", 2: "Long Word", 9: "Sector", 10: "Long Sector"]),
    0x84E7: .names([0: "Unspecified Image Color", 1: "Specified Image Color"]),
    0x84E8: .names([0: "Unspecified Background Color", 1: "Specified Background Color"]),
    0x84EE: .names([0: "CT", 1: "Line Art", 2: "Trap"]),
    0x877F: .bits([
      "Resolution/Image Width", "N Layer Profile M", "Shared Data", "B&W JBIG2",
      "JBIG2 Profile M",
    ]),
    0x8780: .bits([
      "Profile S", "Profile F", "Profile J", "Profile C", "Profile L", "Profile M", "Profile T",
      "Resolution/Image Width", "N Layer Profile M", "Shared Data", "JBIG2 Profile M",
    ]),
    0xBC04: .bits(["Preview", "Page"]),
    0xBCC4: .names(discarded), 0xBCC5: .names(discarded),
    0xC580: .names([0: "Text or Drawing", 1: "Grayscale", 2: "Color"]),
  ]

  private static let discarded = [
    0: "Full Resolution", 1: "Flexbits Discarded", 2: "HighPass Frequency Data Discarded",
    3: "Highpass and LowPass Frequency Data Discarded",
  ]
}

/// Tags that Exif does not have, of TIFF 6.0 and of raw photos (TIFF/EP, DNG 1.7, GeoTIFF 1.1).
enum RawTable {
  static let names: [UInt16: String] = [
    0x000B: "ProcessingSoftware", 0x0107: "Thresholding", 0x0108: "CellWidth",
    0x0109: "CellLength", 0x010A: "FillOrder", 0x0118: "MinSampleValue", 0x0119: "MaxSampleValue",
    0x011D: "PageName", 0x011E: "XPosition", 0x011F: "YPosition", 0x0120: "FreeOffsets",
    0x0121: "FreeByteCounts", 0x0122: "GrayResponseUnit", 0x0123: "GrayResponseCurve",
    0x0124: "T4Options", 0x0125: "T6Options", 0x0129: "PageNumber", 0x013D: "Predictor",
    0x0140: "ColorMap", 0x0141: "HalftoneHints", 0x014C: "InkSet", 0x014D: "InkNames",
    0x014E: "NumberofInks", 0x0150: "DotRange", 0x0151: "TargetPrinter", 0x0152: "ExtraSamples",
    0x0153: "SampleFormat", 0x0154: "SMinSampleValue", 0x0155: "SMaxSampleValue",
    0x015B: "JPEGTables", 0x0200: "JPEGProc", 0x1000: "RelatedImageFileFormat",
    0x1001: "RelatedImageWidth", 0x74C7: "SonyCropTopLeft", 0x74C8: "SonyCropSize",
    0xC6D2: "PanasonicTitle", 0xC6D3: "PanasonicTitle2", 0xC7AA: "CacheVersion",
    0x7031: "VignettingCorrection",
    0x7032: "VignettingCorrParams", 0x7034: "ChromaticAberrationCorrection",
    0x7035: "ChromaticAberrationCorrParams", 0x7036: "DistortionCorrection",
    0x7037: "DistortionCorrParams", 0x828D: "CFARepeatPatternDim",
    0x828E: "CFAPattern2", 0x828F: "BatteryLevel", 0x8290: "KodakIFD", 0x830E: "PixelScale",
    0x8480: "IntergraphMatrix", 0x8482: "ModelTiePoint", 0x85D8: "ModelTransform",
    0x8546: "SEMInfo", 0x87AF: "GeoTiffDirectory", 0x87B0: "GeoTiffDoubleParams",
    0x87B1: "GeoTiffAsciiParams", 0x8829: "Interlace", 0x882A: "TimeZoneOffset",
    0x882B: "SelfTimerMode", 0x9009: "GooglePlusUploadCode", 0x920B: "FlashEnergy",
    0x920C: "SpatialFrequencyResponse", 0x920D: "Noise", 0x920E: "FocalPlaneXResolution",
    0x920F: "FocalPlaneYResolution", 0x9210: "FocalPlaneResolutionUnit", 0x9211: "ImageNumber",
    0x9212: "SecurityClassification", 0x9213: "ImageHistory", 0x9215: "ExposureIndex",
    0x9216: "TIFF-EPStandardID", 0x9217: "SensingMethod", 0x923F: "StoNits",
    0x935C: "ImageSourceData", 0xA480: "GDALMetadata", 0xA481: "GDALNoData",
    0xC612: "DNGVersion", 0xC613: "DNGBackwardVersion", 0xC614: "UniqueCameraModel",
    0xC615: "LocalizedCameraModel", 0xC616: "CFAPlaneColor", 0xC617: "CFALayout",
    0xC618: "LinearizationTable", 0xC619: "BlackLevelRepeatDim", 0xC61A: "BlackLevel",
    0xC61B: "BlackLevelDeltaH", 0xC61C: "BlackLevelDeltaV", 0xC61D: "WhiteLevel",
    0xC61E: "DefaultScale", 0xC61F: "DefaultCropOrigin", 0xC620: "DefaultCropSize",
    0xC621: "ColorMatrix1", 0xC622: "ColorMatrix2", 0xC623: "CameraCalibration1",
    0xC624: "CameraCalibration2", 0xC625: "ReductionMatrix1", 0xC626: "ReductionMatrix2",
    0xC627: "AnalogBalance", 0xC628: "AsShotNeutral", 0xC629: "AsShotWhiteXY",
    0xC62A: "BaselineExposure", 0xC62B: "BaselineNoise", 0xC62C: "BaselineSharpness",
    0xC62D: "BayerGreenSplit", 0xC62E: "LinearResponseLimit", 0xC62F: "CameraSerialNumber",
    0xC630: "DNGLensInfo", 0xC631: "ChromaBlurRadius", 0xC632: "AntiAliasStrength",
    0xC633: "ShadowScale", 0xC634: "DNGPrivateData", 0xC635: "MakerNoteSafety",
    0xC65A: "CalibrationIlluminant1", 0xC65B: "CalibrationIlluminant2",
    0xC65C: "BestQualityScale", 0xC65D: "RawDataUniqueID", 0xC68B: "OriginalRawFileName",
    0xC68C: "OriginalRawFileData", 0xC68D: "ActiveArea", 0xC68E: "MaskedAreas",
    0xC68F: "AsShotICCProfile", 0xC690: "AsShotPreProfileMatrix", 0xC691: "CurrentICCProfile",
    0xC692: "CurrentPreProfileMatrix", 0xC6BF: "ColorimetricReference",
    0xC6F3: "CameraCalibrationSig",
    0xC6F4: "ProfileCalibrationSig", 0xC6F6: "AsShotProfileName", 0xC6F7: "NoiseReductionApplied",
    0xC6F8: "ProfileName", 0xC6F9: "ProfileHueSatMapDims", 0xC6FA: "ProfileHueSatMapData1",
    0xC6FB: "ProfileHueSatMapData2", 0xC6FC: "ProfileToneCurve", 0xC6FD: "ProfileEmbedPolicy",
    0xC6FE: "ProfileCopyright", 0xC714: "ForwardMatrix1", 0xC715: "ForwardMatrix2",
    0xC716: "PreviewApplicationName", 0xC717: "PreviewApplicationVersion",
    0xC718: "PreviewSettingsName", 0xC719: "PreviewSettingsDigest", 0xC71A: "PreviewColorSpace",
    0xC71B: "PreviewDateTime", 0xC71C: "RawImageDigest", 0xC71D: "OriginalRawFileDigest",
    0xC725: "ProfileLookTableDims", 0xC726: "ProfileLookTableData", 0xC740: "OpcodeList1",
    0xC741: "OpcodeList2", 0xC74E: "OpcodeList3", 0xC761: "NoiseProfile", 0xC763: "TimeCodes",
    0xC764: "FrameRate", 0xC772: "TStop", 0xC789: "ReelName", 0xC791: "OriginalDefaultFinalSize",
    0xC792: "OriginalBestQualitySize", 0xC793: "OriginalDefaultCropSize", 0xC7A1: "CameraLabel",
    0xC7A3: "ProfileHueSatMapEncoding", 0xC7A4: "ProfileLookTableEncoding",
    0xC7A5: "BaselineExposureOffset", 0xC7A6: "DefaultBlackRender", 0xC7A7: "NewRawImageDigest",
    0xC7A8: "RawToPreviewGain", 0xC7B5: "DefaultUserCrop", 0xC7E9: "DepthFormat",
    0xC7EA: "DepthNear", 0xC7EB: "DepthFar", 0xC7EC: "DepthUnits", 0xC7ED: "DepthMeasureType",
    0xC7EE: "EnhanceParams", 0xCD2D: "ProfileGainTableMap", 0xCD2E: "SemanticName",
    0xCD30: "SemanticInstanceID", 0xCD31: "CalibrationIlluminant3", 0xCD32: "CameraCalibration3",
    0xCD33: "ColorMatrix3", 0xCD34: "ForwardMatrix3", 0xCD35: "IlluminantData1",
    0xCD36: "IlluminantData2", 0xCD37: "IlluminantData3", 0xCD38: "MaskSubArea",
    0xCD39: "ProfileHueSatMapData3", 0xCD3A: "ReductionMatrix3", 0xCD3B: "RGBTables",
    0xFDE8: "OwnerName", 0xFDE9: "SerialNumber", 0xFDEA: "Lens", 0xFE4C: "RawFile",
    0xFE4D: "Converter", 0xFE4E: "WhiteBalance", 0xFE51: "Exposure", 0xFE52: "Shadows",
    0xFE53: "Brightness", 0xFE54: "Contrast", 0xFE55: "Saturation", 0xFE56: "Sharpness",
    0xFE57: "Smoothness", 0xFE58: "MoireFilter",
  ]

  static let writings: [UInt16: MetadataValueForm] = [
    0x00FE: .names(ExifValueNames.subfile), 0x00FF: .names(ExifValueNames.oldSubfile),
    0x0107: .names([
      1: "No dithering or halftoning", 2: "Ordered dither or halftone", 3: "Randomized dither",
    ]), 0x010A: .names([1: "Normal", 2: "Reversed"]),
    0x0122: .names([1: "0.1", 2: "0.001", 3: "0.0001", 4: "1e-05", 5: "1e-06"]),
    // The options of fax codings (TIFF 6.0 §11).
    0x0124: .bits(["2-Dimensional encoding", "Uncompressed", "Fill bits added"]),
    0x0125: .bits(["[0]", "Uncompressed"]),
    0x013D: .names(ExifValueNames.predictor), 0x014C: .names([1: "CMYK", 2: "Not CMYK"]),
    0x0152: .names(ExifValueNames.extraSamples), 0x0153: .each(ExifValueNames.sampleFormat),
    0x0200: .names([1: "Baseline", 14: "Lossless"]),
    0x7031: .names([
      256: "Off", 257: "Auto", 272: "Auto (ILCE-1)", 511: "No correction params available",
    ]),
    0x7034: .names([0: "Off", 1: "Auto", 255: "No correction params available"]),
    0x7036: .names([
      0: "Off", 1: "Auto", 17: "Auto fixed by lens", 255: "No correction params available",
    ]),
    0x9210: .names(ExifValueNames.focalPlaneUnits),
    0x9212: .letters([
      "C": "Confidential", "R": "Restricted", "S": "Secret", "T": "Top Secret", "U": "Unclassified",
    ]),
    0x9216: .joined("."), 0x9217: .names(ExifValueNames.sensingOfTIFF), 0xC612: .joined("."),
    0xC613: .joined("."),
    0xC616: .each(
      [0: "Red", 1: "Green", 2: "Blue", 3: "Cyan", 4: "Magenta", 5: "Yellow", 6: "White"],
      separator: ","),
    0xC617: .names([
      1: "Rectangular", 2: "Even columns offset down 1/2 row", 3: "Even columns offset up 1/2 row",
      4: "Even rows offset right 1/2 column", 5: "Even rows offset left 1/2 column",
    ]),
    0xC630: .lens, 0xC635: .names([0: "Unsafe", 1: "Safe"]), 0xC65A: .names(ExifValueNames.light),
    0xC65B: .names(ExifValueNames.light), 0xCD31: .names(ExifValueNames.light),
    0xC65D: .hexadecimal(isUppercase: true),
    0xC6FD: .names([
      0: "Allow Copying", 1: "Embed if Used", 2: "Never Embed", 3: "No Restrictions",
    ]),
    0xC719: .hexadecimal(),
    0xC71A: .names([
      0: "Unknown", 1: "Gray Gamma 2.2", 2: "sRGB", 3: "Adobe RGB", 4: "ProPhoto RGB",
    ]),
    0xC71B: .date, 0xC71C: .hexadecimal(), 0xC71D: .hexadecimal(), 0xC772: .decimals(2),
    0xC764: .decimals(3), 0xC7A3: .names(encodings), 0xC7A4: .names(encodings),
    0xC7A6: .names([0: "Auto", 1: "None"]), 0xC7A7: .hexadecimal(),
    0xC7E9: .names([0: "Unknown", 1: "Linear", 2: "Inverse"]),
    0xC7EC: .names([0: "Unknown", 1: "Meters"]),
    0xC7ED: .names([0: "Unknown", 1: "Optical Axis", 2: "Optical Ray"]), 0xFDEA: .labelled,
    0xFE4C: .labelled, 0xFE4D: .labelled, 0xFE4E: .labelled, 0xFE51: .labelled, 0xFE52: .labelled,
    0xFE53: .labelled, 0xFE54: .labelled, 0xFE55: .labelled, 0xFE56: .labelled, 0xFE57: .labelled,
    0xFE58: .labelled,
  ]

  private static let encodings = [0: "Linear", 1: "sRGB"]
}

/// An image that a directory describes with its offset in the file, such as a preview.
struct EmbeddedImage {
  /// Such as `PreviewImage`; its tags have `Start` and `Length` behind it.
  let name: String
  private let isThumbnail: Bool
  let startTag: UInt16
  let lengthTag: UInt16

  /// The kind of the file around the directories, which determines how their images are called.
  enum Container {
    /// Exif in a file of another format.
    case other
    case tiff
    case canonRaw
    case sonyRaw

    init(_ file: TIFFFile) {
      let main = file.directories.first { $0.kind == .ifd0 }
      if file.bytes.dropFirst(8).prefix(2).elementsEqual("CR".utf8) {
        self = .canonRaw
      } else if main?[0x010F]?.text?.hasPrefix("SONY") == true,
        main?[0x00FE]?.integer() == 1, main?[0x0103]?.integer() == 6
      {
        self = .sonyRaw
      } else {
        self = .tiff
      }
    }
  }

  /// The images of a directory.
  static func all(
    of directory: ExifDirectory, as kind: ExifDirectory.Kind, in container: Container
  ) -> [EmbeddedImage] {
    [strips(directory, kind, container), interchange(kind, container)].compactMap(\.self)
  }

  /// Its tag with this number; nil for all others.
  func tagName(_ tag: UInt16) -> String? {
    switch tag {
    case startTag: isThumbnail ? "ThumbnailOffset" : "\(name)Start"
    case lengthTag: isThumbnail ? "ThumbnailLength" : "\(name)Length"
    default: nil
    }
  }

  /// A JPEG image in strips; nil for strips of other samples.
  private static func strips(
    _ directory: ExifDirectory, _ kind: ExifDirectory.Kind, _ container: Container
  ) -> EmbeddedImage? {
    let compression = directory[0x0103]?.integer()
    let isReduced = directory[0x00FE]?.integer() != 0
    let name: String
    switch (container, kind) {
    case (.other, _): return nil
    // Lossy JPEG of DNG.
    case _ where compression == 34_892: name = "OtherImage"
    case (.canonRaw, .ifd0): name = "PreviewImage"
    case (.tiff, .sub(2)) where compression == 7 && isReduced: name = "JpgFromRaw"
    case (.tiff, _) where compression == 7 && isReduced: name = "PreviewImage"
    default: return nil
    }
    return EmbeddedImage(name: name, isThumbnail: false, startTag: 0x0111, lengthTag: 0x0117)
  }

  /// An image in the interchange format of JPEG.
  private static func interchange(
    _ kind: ExifDirectory.Kind, _ container: Container
  ) -> EmbeddedImage? {
    let name: String
    switch kind {
    case .ifd1: name = "ThumbnailImage"
    case .sub(0), .ifd(2): name = "JpgFromRaw"
    case .ifd0 where container == .sonyRaw: name = "PreviewImage"
    case .ifd0, .ifd, .sub: name = "OtherImage"
    default: return nil
    }
    return EmbeddedImage(
      name: name, isThumbnail: kind == .ifd1, startTag: 0x0201, lengthTag: 0x0202)
  }
}
