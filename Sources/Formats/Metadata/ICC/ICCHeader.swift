/// The 128 bytes with which a colour profile starts (ICC.1:2022 §7.2).
struct ICCHeader: FieldCodable {
  var size: UInt32 = 128
  var preferredCMM: FourCC = FourCC(rawValue: 0)
  var majorVersion: UInt8 = 4
  var minorVersion: UInt8 = 4
  var bugFixVersion: UInt8 = 0
  var deviceClass: FourCC = "mntr"
  var colourSpace: FourCC = "RGB "
  var connectionSpace: FourCC = "XYZ "
  var created = ICCDate()
  var signature: FourCC = "acsp"
  var platform: FourCC = FourCC(rawValue: 0)
  var flags: UInt32 = 0
  var manufacturer: FourCC = FourCC(rawValue: 0)
  var model: FourCC = FourCC(rawValue: 0)
  var attributes: UInt64 = 0
  var renderingIntent: UInt32 = 0
  var illuminant = ICCColour()
  var creator: FourCC = FourCC(rawValue: 0)
  var id = Bytes()

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "profile_size", &size)
    try f.fourCC("preferred_CMM_type", &preferredCMM)
    try f.uint(8, "major_version", &majorVersion)
    try f.uint(4, "minor_version", &minorVersion)
    try f.uint(4, "bug_fix_version", &bugFixVersion)
    try f.reserved(16)
    try f.fourCC("profile_class", &deviceClass)
    try f.fourCC("data_colour_space", &colourSpace)
    try f.fourCC("PCS", &connectionSpace)
    try f.within("date_and_time") { (f) throws(FieldError) in try created.fields(&f) }
    try f.fourCC("profile_file_signature", &signature)
    try f.fourCC("primary_platform", &platform)
    try f.uint(
      32, "profile_flags", &flags,
      as: .flags([.bits(1, "embedded"), .bits(2, "not to be used without its data")]))
    try f.fourCC("device_manufacturer", &manufacturer)
    try f.fourCC("device_model", &model)
    try f.uint(
      64, "device_attributes", &attributes,
      as: .flags([
        .bits(1, "transparency"), .bits(2, "matte"), .bits(4, "negative"),
        .bits(8, "black and white"),
      ]))
    try f.uint(32, "rendering_intent", &renderingIntent, as: .names(ICCHeader.intents))
    try f.within("PCS_illuminant") { (f) throws(FieldError) in try illuminant.fields(&f) }
    try f.fourCC("profile_creator", &creator)
    try f.bytes("profile_ID", &id, count: .exactly(16))
    try f.reserved(28 * 8)
  }

  static let intents: ValueNames = [
    0: "perceptual", 1: "media-relative colorimetric", 2: "saturation",
    3: "ICC-absolute colorimetric",
  ]
}

/// A date and a time of the day, in UTC (ICC.1:2022 §4.2).
struct ICCDate: FieldCodable {
  var year: UInt16 = 0, month: UInt16 = 0, day: UInt16 = 0
  var hours: UInt16 = 0, minutes: UInt16 = 0, seconds: UInt16 = 0

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "year", &year)
    try f.uint(16, "month", &month)
    try f.uint(16, "day", &day)
    try f.uint(16, "hours", &hours)
    try f.uint(16, "minutes", &minutes)
    try f.uint(16, "seconds", &seconds)
  }
}

/// A colour or a light by its three numbers (ICC.1:2022 §4.14).
struct ICCColour: FieldCodable {
  /// Fixed-point numbers with 16 bits before and 16 bits after the point.
  var x: Int32 = 0, y: Int32 = 0, z: Int32 = 0

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.int(32, "X", &x, as: .fixed(fraction: 16))
    try f.int(32, "Y", &y, as: .fixed(fraction: 16))
    try f.int(32, "Z", &z, as: .fixed(fraction: 16))
  }
}
