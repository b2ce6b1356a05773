/// The meaning of numbers and letters in Exif (Exif 3.0 §4.6.4 to §4.6.7).
enum ExifValueNames {
  static let orientation = [
    1: "Horizontal (normal)", 2: "Mirror horizontal", 3: "Rotate 180", 4: "Mirror vertical",
    5: "Mirror horizontal and rotate 270 CW", 6: "Rotate 90 CW",
    7: "Mirror horizontal and rotate 90 CW", 8: "Rotate 270 CW",
  ]
  static let units = [1: "None", 2: "inches", 3: "cm"]
  static let focalPlaneUnits = [1: "None", 2: "inches", 3: "cm", 4: "mm", 5: "um"]
  static let position = [1: "Centered", 2: "Co-sited"]
  static let planes = [1: "Chunky", 2: "Planar"]
  static let compression = [
    1: "Uncompressed", 2: "CCITT 1D", 3: "T4/Group 3 Fax", 4: "T6/Group 4 Fax", 5: "LZW",
    6: "JPEG (old-style)", 7: "JPEG", 8: "Adobe Deflate", 9: "JBIG B&W", 10: "JBIG Color",
    99: "JPEG", 262: "Kodak 262", 32766: "Next", 32767: "Sony ARW Compressed",
    32769: "Packed RAW", 32770: "Samsung SRW Compressed", 32771: "CCIRLEW",
    32772: "Samsung SRW Compressed 2", 32773: "PackBits", 32809: "Thunderscan",
    32867: "Kodak KDC Compressed", 32895: "IT8CTPAD", 32896: "IT8LW", 32897: "IT8MP",
    32898: "IT8BL", 32908: "PixarFilm", 32909: "PixarLog", 32946: "Deflate", 32947: "DCS",
    33003: "Aperio JPEG 2000 YCbCr", 33005: "Aperio JPEG 2000 RGB", 34661: "JBIG",
    34676: "SGILog", 34677: "SGILog24", 34712: "JPEG 2000", 34713: "Nikon NEF Compressed",
    34715: "JBIG2 TIFF FX", 34718: "Microsoft Document Imaging (MDI) Binary Level Codec",
    34719: "Microsoft Document Imaging (MDI) Progressive Transform Codec",
    34720: "Microsoft Document Imaging (MDI) Vector", 34887: "ESRI Lerc", 34892: "Lossy JPEG",
    34925: "LZMA2",
    34926: "Zstd", 34927: "WebP", 34933: "PNG", 34934: "JPEG XR", 50001: "WebP",
    52546: "JPEG XL", 65000: "Kodak DCR Compressed", 65535: "Pentax PEF Compressed",
  ]
  static let photometric = [
    0: "WhiteIsZero", 1: "BlackIsZero", 2: "RGB", 3: "RGB Palette", 4: "Transparency Mask",
    5: "CMYK", 6: "YCbCr", 8: "CIELab", 9: "ICCLab", 10: "ITULab", 32803: "Color Filter Array",
    32844: "Pixar LogL", 32845: "Pixar LogLuv", 32892: "Sequential Color Filter",
    34892: "Linear Raw", 51177: "Depth Map", 52527: "Semantic Mask",
  ]
  static let subfile = [
    0: "Full-resolution image", 1: "Reduced-resolution image", 2: "Single page of multi-page image",
    3: "Single page of multi-page reduced-resolution image", 4: "Transparency mask",
    5: "Transparency mask of reduced-resolution image",
    6: "Transparency mask of multi-page image",
    7: "Transparency mask of reduced-resolution multi-page image", 8: "Depth map",
    9: "Depth map of reduced-resolution image", 16: "Enhanced image data",
    65537: "Alternate reduced-resolution image", 65540: "Semantic Mask",
    4_294_967_295: "invalid",
  ]
  static let oldSubfile = [
    1: "Full-resolution image", 2: "Reduced-resolution image", 3: "Single page of multi-page image",
  ]
  static let predictor = [
    1: "None", 2: "Horizontal differencing", 3: "Floating point",
    34892: "Horizontal difference X2", 34893: "Horizontal difference X4",
    34894: "Floating point X2", 34895: "Floating point X4",
  ]
  static let sampleFormat = [
    1: "Unsigned", 2: "Signed", 3: "Float", 4: "Undefined", 5: "Complex int", 6: "Complex float",
  ]
  static let extraSamples = [0: "Unspecified", 1: "Associated Alpha", 2: "Unassociated Alpha"]

  static let program = [
    0: "Not Defined", 1: "Manual", 2: "Program AE", 3: "Aperture-priority AE",
    4: "Shutter speed priority AE", 5: "Creative (Slow speed)", 6: "Action (High speed)",
    7: "Portrait", 8: "Landscape", 9: "Bulb",
  ]
  static let sensitivity = [
    0: "Unknown", 1: "Standard Output Sensitivity", 2: "Recommended Exposure Index",
    3: "ISO Speed", 4: "Standard Output Sensitivity and Recommended Exposure Index",
    5: "Standard Output Sensitivity and ISO Speed",
    6: "Recommended Exposure Index and ISO Speed",
    7: "Standard Output Sensitivity, Recommended Exposure Index and ISO Speed",
  ]
  static let metering = [
    0: "Unknown", 1: "Average", 2: "Center-weighted average", 3: "Spot", 4: "Multi-spot",
    5: "Multi-segment", 6: "Partial", 255: "Other",
  ]
  static let light = [
    0: "Unknown", 1: "Daylight", 2: "Fluorescent", 3: "Tungsten (Incandescent)", 4: "Flash",
    9: "Fine Weather", 10: "Cloudy", 11: "Shade", 12: "Daylight Fluorescent",
    13: "Day White Fluorescent", 14: "Cool White Fluorescent", 15: "White Fluorescent",
    16: "Warm White Fluorescent", 17: "Standard Light A", 18: "Standard Light B",
    19: "Standard Light C", 20: "D55", 21: "D65", 22: "D75", 23: "D50",
    24: "ISO Studio Tungsten", 255: "Other",
  ]
  static let flash = [
    0x00: "No Flash", 0x01: "Fired", 0x05: "Fired, Return not detected",
    0x07: "Fired, Return detected", 0x08: "On, Did not fire", 0x09: "On, Fired",
    0x0D: "On, Return not detected", 0x0F: "On, Return detected", 0x10: "Off, Did not fire",
    0x14: "Off, Did not fire, Return not detected", 0x18: "Auto, Did not fire",
    0x19: "Auto, Fired", 0x1D: "Auto, Fired, Return not detected",
    0x1F: "Auto, Fired, Return detected", 0x20: "No flash function",
    0x30: "Off, No flash function", 0x41: "Fired, Red-eye reduction",
    0x45: "Fired, Red-eye reduction, Return not detected",
    0x47: "Fired, Red-eye reduction, Return detected", 0x49: "On, Red-eye reduction",
    0x4D: "On, Red-eye reduction, Return not detected",
    0x4F: "On, Red-eye reduction, Return detected", 0x50: "Off, Red-eye reduction",
    0x58: "Auto, Did not fire, Red-eye reduction", 0x59: "Auto, Fired, Red-eye reduction",
    0x5D: "Auto, Fired, Red-eye reduction, Return not detected",
    0x5F: "Auto, Fired, Red-eye reduction, Return detected",
  ]
  static let colourSpace = [
    1: "sRGB", 2: "Adobe RGB", 0xFFFD: "Wide Gamut RGB", 0xFFFE: "ICC Profile",
    0xFFFF: "Uncalibrated",
  ]
  static let sensing = [
    1: "Not defined", 2: "One-chip color area", 3: "Two-chip color area",
    4: "Three-chip color area", 5: "Color sequential area", 7: "Trilinear",
    8: "Color sequential linear",
  ]
  static let sensingOfTIFF = sensing.merging(
    [1: "Monochrome area", 6: "Monochrome linear"]
  ) { $1 }
  static let fileSource = [
    1: "Film Scanner", 2: "Reflection Print Scanner", 3: "Digital Camera",
  ]
  static let sceneType = [1: "Directly photographed"]
  static let rendered = [
    0: "Normal", 1: "Custom", 2: "HDR (no original saved)", 3: "HDR (original saved)",
    4: "Original (for HDR)", 6: "Panorama", 7: "Portrait HDR", 8: "Portrait",
  ]
  static let exposureMode = [0: "Auto", 1: "Manual", 2: "Auto bracket"]
  static let whiteBalance = [0: "Auto", 1: "Manual"]
  static let scene = [0: "Standard", 1: "Landscape", 2: "Portrait", 3: "Night", 4: "Other"]
  static let gain = [
    0: "None", 1: "Low gain up", 2: "High gain up", 3: "Low gain down", 4: "High gain down",
  ]
  static let level = [0: "Normal", 1: "Low", 2: "High"]
  static let sharpness = [0: "Normal", 1: "Soft", 2: "Hard"]
  static let distance = [0: "Unknown", 1: "Macro", 2: "Close", 3: "Distant"]
  static let composite = [
    0: "Unknown", 1: "Not a Composite Image", 2: "General Composite Image",
    3: "Composite Image Captured While Shooting",
  ]

  static let north = ["N": "North", "S": "South"]
  static let east = ["E": "East", "W": "West"]
  static let altitude = [0: "Above Sea Level", 1: "Below Sea Level"]
  static let status = ["A": "Measurement Active", "V": "Measurement Void"]
  static let dimensions = ["2": "2-Dimensional Measurement", "3": "3-Dimensional Measurement"]
  static let speed = ["K": "km/h", "M": "mph", "N": "knots"]
  static let direction = ["M": "Magnetic North", "T": "True North"]
  static let length = ["K": "Kilometers", "M": "Miles", "N": "Nautical Miles"]
  static let differential = [0: "No Correction", 1: "Differential Corrected"]
  static let interoperability = [
    "R98": "R98 - DCF basic file (sRGB)", "R03": "R03 - DCF option file (Adobe RGB)",
    "THM": "THM - DCF thumbnail file",
  ]
  static let noYes = [0: "No", 1: "Yes"]
}
