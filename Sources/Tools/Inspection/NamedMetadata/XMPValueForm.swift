/// The form of XMP values for users: dates with colons, fractions as numbers, words for numbers.
enum XMPValueForm {
  /// Longer texts are no words for users, but bytes in a form that their name does not tell.
  private static let shownBytes = 1 << 16

  static func written(_ text: String, _ name: String, in group: String) -> String {
    if text.utf8.count > shownBytes, !XMPTypes.isBytes(name, in: group) {
      return bytesAsText(text.utf8.count)
    }
    let isKnown = XMPNames.isKnown(group)
    var plain = text
    if !isKnown || XMPTypes.isFraction(name, in: group) { plain = fraction(text) ?? text }
    if XMPTypes.isExposure(name, in: group) { plain = leadingNumber(plain) ?? plain }
    // Photoshop writes -1 for 0xFFFF, in different lengths.
    if name == "ColorSpace", plain.hasPrefix("-") { return "Unknown (\(plain))" }
    if name == "ColorSpace", plain == "4294967295" { plain = "65535" }
    if let writing = XMPValueNames.writing(name, in: group) { return writing.written(plain) }
    if XMPTypes.isBytes(name, in: group) { return bytesAsText(base64Size(plain)) }
    if name.contains("GPS") || group == "XMP-drone-dji", let angle = coordinate(plain, name) {
      return angle
    }
    let isDate = isKnown && XMPTypes.isDate(name, in: group)
    return !isKnown || isDate ? date(plain, isDate: isDate) ?? plain : plain
  }

  /// The number at the start of `3.91 EV (1/15 sec.)`, as GIMP writes exposures.
  private static func leadingNumber(_ text: String) -> String? {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[1].hasPrefix("EV"), Double(parts[0]) != nil else { return nil }
    return String(parts[0])
  }

  /// The number of bytes that a base-64 text encodes (RFC 4648 §4).
  private static func base64Size(_ text: String) -> Int {
    let digits = text.utf8.count { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
        true
      default: false
      }
    }
    return digits * 6 / 8
  }

  /// The number of `11/2`.
  static func fraction(_ text: String) -> String? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let upper = Double(digits(parts[0])),
      let lower = Double(digits(parts[1]))
    else { return nil }
    if lower == 0 { return upper == 0 ? "undef" : "inf" }
    return (upper / lower).significant()
  }

  private static func digits(_ text: Substring) -> String {
    let number = text.first == "-" ? text.dropFirst() : text
    return !number.isEmpty && number.allSatisfy { ("0"..."9").contains($0) } ? String(text) : ""
  }

  /// `2017:03:25 13:27:52+01:00` for `2017-03-25T13:27:52+01:00`.
  ///
  /// - Parameter isDate: whether the text is known to be a date: then it may be only a day.
  static func date(_ text: String, isDate: Bool) -> String? {
    let bytes = Array(text.utf8)
    func has(_ start: Int, _ pattern: StaticString) -> Bool {
      guard bytes.count >= start + pattern.utf8CodeUnitCount else { return false }
      return zip("\(pattern)".utf8, bytes[start...]).allSatisfy { sign, byte in
        switch sign {
        case UInt8(ascii: "0"): (0x30...0x39).contains(byte)
        case UInt8(ascii: "T"): byte == 0x54 || byte == 0x20
        default: sign == byte
        }
      }
    }
    if has(0, "0000-00-00T00:00") {
      let day = "\(text.prefix(10))".split(separator: "-").joined(separator: ":")
      var rest = text.dropFirst(11)
      if let space = rest.firstIndex(of: " ") { rest.remove(at: space) }
      return rest.contains(" ") ? nil : "\(day) \(rest)"
    }
    guard isDate, has(0, "0000") else { return nil }
    let isDay =
      bytes.count == 4 || bytes.count == 7 && has(4, "-00") || bytes.count == 10 && has(4, "-00-00")
    return isDay ? text.split(separator: "-").joined(separator: ":") : nil
  }

  /// `46 deg 21' 50.40" N` of `46,21.84N`.
  private static func coordinate(_ text: String, _ name: String) -> String? {
    let isLatitude = name.hasSuffix("Latitude")
    guard isLatitude || name.hasSuffix("Longitude") || name.hasSuffix("Longtitude") else {
      return nil
    }
    if let degrees = Double(text) {
      return
        "\(Angle.text(degrees)) \(isLatitude ? degrees < 0 ? "S" : "N" : degrees < 0 ? "W" : "E")"
    }
    guard let last = text.last else { return nil }
    // GIMP and others leave the letter to the reference, so that the angle alone is positive.
    let hasLetter = "NSEW".contains(last)
    let letter = hasLetter ? last : isLatitude ? "N" : "E"
    // Some programs write fractions with spaces between them, as in Exif.
    let parts = (hasLetter ? text.dropLast() : text[...]).split { $0 == "," || $0 == " " }
      .map { Double(fraction(String($0)) ?? String($0)) }
    guard !parts.isEmpty, parts.count <= 3, parts.allSatisfy({ $0 != nil }) else { return nil }
    var angle = 0.0
    for part in parts.reversed() { angle = angle / 60 + (part ?? 0) }
    return "\(Angle.text(angle)) \(letter)"
  }
}

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

/// The meaning of words and numbers of published schemas, for users.
enum XMPValueNames {
  static func writing(_ name: String, in group: String) -> MetadataValueForm? {
    if let writing = writings[group]?[name] { return writing }
    // Newer than the schema that has most of Exif's properties.
    if (group, name) == ("XMP-exif", "CompositeImage") { return nil }
    if (group, name) == ("XMP-exifEX", "AmbientTemperature") { return nil }
    // The schema of Exif has them not: programs that write them there write words of their own.
    if group == "XMP-exif", propertiesOfTIFF.contains(name) { return nil }
    guard group == "XMP-exif" || group == "XMP-tiff" || group == "XMP-exifEX" else { return nil }
    return exif(name)
  }

  private static let propertiesOfTIFF: Set = [
    "Orientation", "ResolutionUnit", "YCbCrPositioning", "Compression", "PlanarConfiguration",
    "PhotometricInterpretation",
  ]

  /// The form in which the numbers of a list are joined to one value.
  static func writingOfList(_ name: String, in group: String) -> MetadataValueForm? {
    switch (group, name) {
    case ("XMP-tiff", "YCbCrSubSampling"): .subsampling
    case ("XMP-exifEX", "LensInfo"): .lens
    default: nil
    }
  }

  private static func exif(_ name: String) -> MetadataValueForm? {
    switch name {
    case "ISO": nil
    // The words of TIFF/EP, in which other sensors have names.
    case "SensingMethod": .names(ExifValueNames.sensingOfTIFF)
    case "InteropIndex": .letters(ExifValueNames.interoperability)
    case "GPSAltitudeRef": .names(ExifValueNames.altitude)
    case "GPSAltitude": .metres
    case "GPSHPositioningError": .unit("m")
    case "GPSStatus": .letters(ExifValueNames.status)
    case "GPSMeasureMode": .letters(ExifValueNames.dimensions)
    case "GPSSpeedRef": .letters(ExifValueNames.speed)
    case "GPSTrackRef", "GPSImgDirectionRef", "GPSDestBearingRef":
      .letters(ExifValueNames.direction)
    case "GPSDestDistanceRef": .letters(ExifValueNames.length)
    case "GPSDifferential": .names(ExifValueNames.differential)
    case "FlashReturn":
      .names([0: "No return detection", 2: "Return not detected", 3: "Return detected"])
    case "FlashMode": .names([0: "Unknown", 1: "On", 2: "Off", 3: "Auto"])
    default: ExifTable.writingsByName[name]
    }
  }

  private static let writings: [String: [String: MetadataValueForm]] = [
    "XMP-photoshop": [
      "ColorMode": .names([
        0: "Bitmap", 1: "Grayscale", 2: "Indexed", 3: "RGB", 4: "CMYK", 7: "Multichannel",
        8: "Duotone", 9: "Lab",
      ]), "Urgency": .names(IPTCTable.urgency),
    ],
    "XMP-aux": ["LensInfo": .lens],
    "XMP-crs": crs, "XMP-crd": crs,
    "XMP-xmpDM": [
      "AudioSampleType": .letters(sampleTypes), "VideoPixelDepth": .letters(sampleTypes),
      "AudioChannelType": .letters([
        "MONO": "Mono", "STEREO": "Stereo", "5.1": "5.1", "7.1": "7.1", "16 CHANNEL": "16 Channel",
        "OTHER": "Other",
      ]),
      "VideoAlphaPremultipleColorMode": .letters(["CMYK": "CMYK", "LAB": "Lab", "RGB": "RGB"]),
      "VideoFieldOrder": .letters([
        "UPPER": "Upper", "LOWER": "Lower", "PROGRESSIVE": "Progressive",
      ]),
      "VideoAlphaMode": .letters([
        "NONE": "None", "PRE-MULTIPLIED": "Pre-multiplied", "STRAIGHT": "Straight",
      ]),
      "ProjectRefType": .letters([
        "AUDIO": "Audio", "CUSTOM": "Custom", "MOVIE": "Movie", "STILL": "Still Image",
      ]),
      "AltTimecodeTimeFormat": timecode, "StartTimecodeTimeFormat": timecode,
    ],
    "XMP-photomech": [
      "Prefs": .photoMechanic, "TimeCreated": .clock,
      "Tagged": .letters(["TRUE": "Yes", "FALSE": "No"]),
      "ColorClass": .names([
        0: "0 (None)", 1: "1 (Winner)", 2: "2 (Winner alt)", 3: "3 (Superior)",
        4: "4 (Superior alt)", 5: "5 (Typical)", 6: "6 (Typical alt)", 7: "7 (Extras)",
        8: "8 (Trash)",
      ]),
    ],
    "XMP-plus": PLUSValueNames.writings,
    "XMP-cc": [
      "Permits": .letters([
        "CC:DERIVATIVEWORKS": "Derivative Works", "CC:DISTRIBUTION": "Distribution",
        "CC:REPRODUCTION": "Reproduction", "CC:SHARING": "Sharing",
      ]),
      "Prohibits": .letters([
        "CC:COMMERCIALUSE": "Commercial Use", "CC:HIGHINCOMENATIONUSE": "High Income Nation Use",
      ]),
      "Requires": .letters([
        "CC:ATTRIBUTION": "Attribution", "CC:COPYLEFT": "Copyleft",
        "CC:LESSERCOPYLEFT": "Lesser Copyleft", "CC:NOTICE": "Notice",
        "CC:SHAREALIKE": "Share Alike", "CC:SOURCECODE": "Source Code",
      ]),
    ],
    "XMP-Device": ["EarthPosAltitude": .unit("m")],
    "XMP-xmpTPg": [
      "ColorantMode": .letters(["CMYK": "CMYK", "LAB": "Lab", "RGB": "RGB"]),
      "SwatchColorantMode": .letters(["CMYK": "CMYK", "LAB": "Lab", "RGB": "RGB"]),
    ],
    "XMP-mwg-rs": [
      "RegionFocusUsage": .letters([
        "EVALUATEDUSED": "Evaluated, Used", "EVALUATEDNOTUSED": "Evaluated, Not Used",
        "NOTEVALUATEDNOTUSED": "Not Evaluated, Not Used",
      ])
    ],
    "XMP-pdf": [
      "Trapped": .letters(["/TRUE": "True", "/FALSE": "False", "/UNKNOWN": "Unknown"])
    ],
    "XMP-MP1": [
      "PanoramicStitchCameraMotion": .letters([
        "3DROTATION": "3D Rotation", "AFFINE": "Affine", "HOMOGRAPHY": "Homography",
        "RIGIDSCALE": "Rigid Scale",
      ]),
      "PanoramicStitchMapType": .letters([
        "HORIZONTAL-CYLINDRICAL": "Horizontal Cylindrical",
        "HORIZONTAL-SPHERICAL": "Horizontal Spherical", "PERSPECTIVE": "Perspective",
        "VERTICAL-CYLINDRICAL": "Vertical Cylindrical", "VERTICAL-SPHERICAL": "Vertical Spherical",
      ]),
    ],
    "XMP-iptcExt": [
      "LocationCreatedGPSAltitude": .unit("m"), "LocationShownGPSAltitude": .unit("m"),
      "RatingRegionGPSAltitude": .unit("m"),
      "AudioBitrateMode": .letters(rates), "VideoBitrateMode": .letters(rates),
      "ImageRegionBoundaryShape": .letters([
        "CIRCLE": "Circle", "POLYGON": "Polygon", "RECTANGLE": "Rectangle",
      ]),
      "ImageRegionBoundaryUnit": .letters(["PIXEL": "Pixel", "RELATIVE": "Relative"]),
      "SnapshotUsedVideoFrameTimeFormat": timecode,
      "StreamReady": .letters(["FALSE": "False", "TRUE": "True", "UNKNOWN": "Unknown"]),
      "VisualColor": .letters(["BW-MONOCHROME": "Monochrome", "COLOUR": "Color"]),
    ],
    "XMP-dex": [
      "LicenseType": .letters([
        "ADWARE": "Adware", "COMMERCIAL": "Commercial", "DEMO": "Demo", "FREEWARE": "Freeware",
        "OPEN SOURCE": "Open Source", "PUBLIC DOMAIN": "Public Domain", "SHAREWARE": "Shareware",
        "UNKNOWN": "Unknown",
      ])
    ],
  ]

  private static let crs: [String: MetadataValueForm] = [
    "CropUnit": .names([0: "pixels", 1: "inches", 2: "cm"]),
    "CropUnits": .names([0: "pixels", 1: "inches", 2: "cm"]),
    "PerspectiveUpright": .names([
      0: "Off", 1: "Auto", 2: "Full", 3: "Level", 4: "Vertical", 5: "Guided",
    ]),
    "PostCropVignetteStyle": .names([
      1: "Highlight Priority", 2: "Color Priority", 3: "Paint Overlay",
    ]),
  ]

  private static let rates = ["FIXED": "Fixed", "VARIABLE": "Variable"]
  private static let sampleTypes = [
    "8INT": "8-bit integer", "16INT": "16-bit integer", "24INT": "24-bit integer",
    "32INT": "32-bit integer", "32FLOAT": "32-bit float", "COMPRESSED": "Compressed",
    "PACKED": "Packed", "OTHER": "Other",
  ]
  private static let timecode = MetadataValueForm.letters([
    "24TIMECODE": "24 fps", "25TIMECODE": "25 fps", "2997DROPTIMECODE": "29.97 fps (drop)",
    "2997NONDROPTIMECODE": "29.97 fps (non-drop)", "30TIMECODE": "30 fps",
    "50TIMECODE": "50 fps", "5994DROPTIMECODE": "59.94 fps (drop)",
    "5994NONDROPTIMECODE": "59.94 fps (non-drop)", "60TIMECODE": "60 fps",
    "23976TIMECODE": "23.976 fps",
  ])
}

/// The terms of the PLUS licence data format (PLUS LDF 1.2.1) that photos have.
enum PLUSValueNames {
  static let writings: [String: MetadataValueForm] = [
    "AdultContentWarning": terms([
      "CW-AWR": "Adult Content Warning Required", "CW-NRQ": "Not Required", "CW-UNK": "Unknown",
    ]),
    "CopyrightStatus": terms([
      "CS-PRO": "Protected", "CS-PUB": "Public Domain", "CS-UNK": "Unknown",
    ]),
    "CreditLineRequired": terms([
      "CR-CAI": "Credit Adjacent To Image", "CR-CCA": "Credit in Credits Area",
      "CR-COI": "Credit on Image", "CR-NRQ": "Not Required",
    ]),
    "ImageAlterationConstraints": terms([
      "AL-CLR": "No Colorization", "AL-CRP": "No Cropping", "AL-DCL": "No De-Colorization",
      "AL-FLP": "No Flipping", "AL-MRG": "No Merging", "AL-RET": "No Retouching",
    ]),
    "ImageDuplicationConstraints": terms([
      "DP-LIC": "Duplication Only as Necessary Under License",
      "DP-NDC": "No Duplication Constraints", "DP-NOD": "No Duplication",
    ]),
    "ImageFileConstraints": terms([
      "IF-MFN": "Maintain File Name", "IF-MFT": "Maintain File Type",
      "IF-MID": "Maintain ID in File Name", "IF-MMD": "Maintain Metadata",
    ]),
    "ImageFileFormatAsDelivered": terms([
      "FF-BMP": "Windows Bitmap (BMP)", "FF-DNG": "Digital Negative (DNG)",
      "FF-EPS": "Encapsulated PostScript (EPS)", "FF-GIF": "Graphics Interchange Format (GIF)",
      "FF-JPG": "JPEG Interchange Formats (JPG, JIF, JFIF)", "FF-OTR": "Other",
      "FF-PIC": "Macintosh Picture (PICT)", "FF-PNG": "Portable Network Graphics (PNG)",
      "FF-PSD": "Photoshop Document (PSD)", "FF-RAW": "Proprietary RAW Image Format",
      "FF-TIF": "Tagged Image File Format (TIFF)", "FF-WMP": "Windows Media Photo (HD Photo)",
    ]),
    "ImageFileSizeAsDelivered": terms([
      "SZ-G50": "Greater than 50 MB", "SZ-U01": "Up to 1 MB", "SZ-U10": "Up to 10 MB",
      "SZ-U30": "Up to 30 MB", "SZ-U50": "Up to 50 MB",
    ]),
    "ImageType": terms([
      "TY-ILL": "Illustrated Image", "TY-MCI": "Multimedia or Composited Image",
      "TY-OTR": "Other", "TY-PHO": "Photographic Image", "TY-VID": "Video",
    ]),
    "LicensorTelephoneType1": terms(telephones), "LicensorTelephoneType2": terms(telephones),
    "MinorModelAgeDisclosure": terms(ages),
    "ModelReleaseStatus": terms([
      "MR-NON": "None", "MR-NAP": "Not Applicable", "MR-UMR": "Unlimited Model Releases",
      "MR-LMR": "Limited or Incomplete Model Releases",
    ]),
    "PropertyReleaseStatus": terms([
      "PR-NON": "None", "PR-NAP": "Not Applicable", "PR-UPR": "Unlimited Property Releases",
      "PR-LPR": "Limited or Incomplete Property Releases",
    ]),
    "Reuse": terms(["RE-NAP": "Not Applicable", "RE-REU": "Repeat Use"]),
  ]

  private static let telephones = [
    "CELL": "Cell", "FAX": "FAX", "HOME": "Home", "PAGER": "Pager", "WORK": "Work",
  ]

  private static let ages: [String: String] = {
    var ages = ["AG-A25": "Age 25 or Over", "AG-U14": "Age 14 or Under", "AG-UNK": "Age Unknown"]
    for age in 15...24 { ages["AG-A\(age)"] = "Age \(age)" }
    return ages
  }()

  /// The vocabulary's terms are URLs.
  private static func terms(_ names: [String: String]) -> MetadataValueForm {
    .letters(
      Dictionary(
        uniqueKeysWithValues: names.map {
          ("HTTP://NS.USEPLUS.ORG/LDF/VOCAB/\($0.uppercased())", $1)
        }))
  }
}
