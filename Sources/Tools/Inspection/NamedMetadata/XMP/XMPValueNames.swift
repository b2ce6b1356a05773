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
