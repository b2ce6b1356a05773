extension ExifTag {
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
