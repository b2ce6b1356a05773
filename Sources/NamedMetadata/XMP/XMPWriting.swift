/// How values of XMP are written for a person: dates with colons, fractions as numbers, words for
/// numbers.
enum XMPWriting {
  static func written(_ text: String, _ name: String, in group: String) -> String {
    var plain = text
    if !texts.contains(group), let number = fraction(text) { plain = number }
    if let writing = writings[group]?[name] { return writing.written(plain) }
    if exifGroups.contains(group) {
      if name.hasPrefix("GPS"), let position = coordinate(plain, name) { return position }
      if let writing = exifWriting(name) { return writing.written(plain) }
    }
    if booleans[group]?.contains(name) ?? false {
      switch plain.lowercased() {
      case "true": return "True"
      case "false": return "False"
      default: break
      }
    }
    if let date = date(plain, isDate: name.contains("Date") || name.hasSuffix("When")) {
      return date
    }
    return plain
  }

  private static let exifGroups: Set<String> = ["XMP-exif", "XMP-tiff", "XMP-exifEX"]
  /// Groups whose values are no numbers.
  private static let texts: Set<String> = [
    "XMP-dc", "XMP-photoshop", "XMP-iptcCore", "XMP-iptcExt", "XMP-xmpMM", "XMP-xmpRights",
    "XMP-plus", "XMP-xmp", "XMP-lr", "XMP-GIMP",
  ]

  private static func exifWriting(_ name: String) -> Writing? {
    switch name {
    // Groups of today do not say them in words.
    case "ISO", "CompositeImage": nil
    case "GPSAltitudeRef": .words(ExifWords.altitude)
    case "GPSAltitude", "GPSHPositioningError": .unit("m")
    case "GPSStatus": .letters(ExifWords.status)
    case "GPSMeasureMode": .letters(ExifWords.dimensions)
    case "GPSSpeedRef": .letters(ExifWords.speed)
    case "GPSTrackRef", "GPSImgDirectionRef", "GPSDestBearingRef": .letters(ExifWords.direction)
    case "GPSDestDistanceRef": .letters(ExifWords.length)
    case "GPSDifferential": .words(ExifWords.differential)
    case "FlashReturn":
      .words([0: "No return detection", 2: "Return not detected", 3: "Return detected"])
    case "FlashMode": .words([0: "Unknown", 1: "On", 2: "Off", 3: "Auto"])
    default: ExifTable.writingsByName[name]
    }
  }

  private static let writings: [String: [String: Writing]] = [
    "XMP-photoshop": [
      "ColorMode": .words([
        0: "Bitmap", 1: "Grayscale", 2: "Indexed", 3: "RGB", 4: "CMYK", 7: "Multichannel",
        8: "Duotone", 9: "Lab",
      ]), "Urgency": .words(IPTCTable.urgency),
    ],
    "XMP-aux": ["LensInfo": .lens],
    "XMP-crs": [
      "PerspectiveUpright": .words([
        0: "Off", 1: "Auto", 2: "Full", 3: "Level", 4: "Vertical", 5: "Guided",
      ])
    ],
    "XMP-xmpDM": [
      "AudioSampleType": .letters([
        "8INT": "8-bit integer", "16INT": "16-bit integer", "24INT": "24-bit integer",
        "32INT": "32-bit integer", "32FLOAT": "32-bit float", "COMPRESSED": "Compressed",
        "PACKED": "Packed", "OTHER": "Other",
      ]),
      "AudioChannelType": .letters([
        "MONO": "Mono", "STEREO": "Stereo", "5.1": "5.1", "7.1": "7.1", "16 CHANNEL": "16 Channel",
        "OTHER": "Other",
      ]),
      "VideoFieldOrder": .letters([
        "UPPER": "Upper", "LOWER": "Lower", "PROGRESSIVE": "Progressive",
      ]),
      "VideoPixelDepth": .letters([
        "8INT": "8-bit integer", "16INT": "16-bit integer", "24INT": "24-bit integer",
        "32INT": "32-bit integer", "32FLOAT": "32-bit float", "OTHER": "Other",
      ]),
      "AltTimecodeTimeFormat": timecode, "StartTimecodeTimeFormat": timecode,
    ],
    "XMP-photomech": ["Prefs": .photoMechanic, "TimeCreated": .clock],
    "XMP-plus": ["ModelReleaseStatus": .letters(modelRelease)],
  ]

  private static let timecode = Writing.letters([
    "24TIMECODE": "24 fps", "25TIMECODE": "25 fps", "2997DROPTIMECODE": "29.97 fps (drop)",
    "2997NONDROPTIMECODE": "29.97 fps (non-drop)", "30TIMECODE": "30 fps",
    "50TIMECODE": "50 fps", "5994DROPTIMECODE": "59.94 fps (drop)",
    "5994NONDROPTIMECODE": "59.94 fps (non-drop)", "60TIMECODE": "60 fps",
    "23976TIMECODE": "23.976 fps",
  ])

  private static let modelRelease = [
    "HTTP://NS.USEPLUS.ORG/LDF/VOCAB/MR-NON": "None",
    "HTTP://NS.USEPLUS.ORG/LDF/VOCAB/MR-NAP": "Not Applicable",
    "HTTP://NS.USEPLUS.ORG/LDF/VOCAB/MR-UMR": "Unlimited Model Releases",
    "HTTP://NS.USEPLUS.ORG/LDF/VOCAB/MR-LMR": "Limited or Incomplete Model Releases",
  ]

  private static let booleans: [String: Set<String>] = [
    "XMP-xmpRights": ["Marked"],
    "XMP-exif": ["FlashFired", "FlashFunction", "FlashRedEyeMode"],
    "XMP-crs": [
      "AlreadyApplied", "AutoBrightness", "AutoContrast", "AutoExposure", "AutoShadows",
      "ConvertToGrayscale", "HasCrop", "HasSettings", "OverrideLookVignette", "UprightPreview",
    ],
    "XMP-hdrgm": ["BaseRenditionIsHDR"], "XMP-hdr": ["SceneReferred"],
    "XMP-depthData": ["Filtered"],
    "XMP-GPano": ["UsePanoramaViewer", "ExposureLockUsed"],
    "XMP-GSpherical": ["Spherical", "Stitched"], "XMP-xmpDM": ["PullDown", "KeyframeBased"],
    "XMP-aux": ["IsMergedPanorama", "IsMergedHDR", "DistortionCorrectionAlreadyApplied"],
  ]

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

  /// `2017:03:25 13:27:52+01:00` of `2017-03-25T13:27:52+01:00`.
  ///
  /// - Parameter isDate: whether it is known to be one: then a day alone is one, too.
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
    guard name.hasSuffix("Latitude") || name.hasSuffix("Longitude"), let letter = text.last,
      "NSEW".contains(letter)
    else { return nil }
    let parts = text.dropLast().split(separator: ",").map { Double($0) }
    guard !parts.isEmpty, parts.count <= 3, parts.allSatisfy({ $0 != nil }) else { return nil }
    var angle = 0.0
    for part in parts.reversed() { angle = angle / 60 + (part ?? 0) }
    return "\(Angle.text(angle)) \(letter)"
  }
}
