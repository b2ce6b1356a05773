public import FieldCoding

extension Profile {
  /// The names of the values of `general_profile_idc` (ITU-T H.265 §A.3, §G.11, §H.11, §I.11).
  public static let names: ValueNames = [
    1: "Main", 2: "Main 10", 3: "Main Still Picture", 4: "Format Range Extensions",
    5: "High Throughput", 6: "Multiview Main", 7: "Scalable", 8: "3D Main",
    9: "Screen Content Coding Extensions", 10: "Scalable Format Range Extensions",
    11: "High Throughput Screen Content Coding Extensions",
  ]

  /// `Main 10`, `Main 4:2:2 10`, `Monochrome`; nil for a profile that we do not know.
  public var name: String? {
    if let name = name(for: idc) { return name }
    return (1...11).first { compatibility[$0] }.flatMap(name(for:))
  }

  private func name(for idc: UInt8) -> String? {
    if idc == 2, constraints.isOnePicture { return "Main 10 Still Picture" }
    let extended = ExtendedProfile.all.first { $0.idc == idc && $0.allows(constraints) }
    return extended?.name ?? Profile.names[UInt64(idc)]
  }
}

/// A profile that shares its `general_profile_idc` with others. Only constraint flags distinguish it.
private struct ExtendedProfile: Sendable {
  enum Pictures: Sendable { case any, intra, one }

  var idc: UInt8
  var name: String
  var chroma: ChromaFormat
  var bitDepth: Int
  var pictures: Pictures

  init(
    _ idc: UInt8, _ name: String, _ chroma: ChromaFormat, _ bitDepth: Int, _ pictures: Pictures
  ) {
    self.idc = idc
    self.name = name
    self.chroma = chroma
    self.bitDepth = bitDepth
    self.pictures = pictures
  }

  func allows(_ stream: ProfileConstraints) -> Bool {
    guard stream.maxChroma.rawValue <= chroma.rawValue, stream.maxBitDepth <= bitDepth else {
      return false
    }
    return switch pictures {
    case .any: true
    case .intra: stream.isIntra
    case .one: stream.isIntra && stream.isOnePicture
    }
  }

  /// ITU-T H.265 Table A.2 and the like tables for general_profile_idc 5, 9 and 11. A stream has
  /// the first profile that allows it.
  static let all = [
    ExtendedProfile(4, "Monochrome", .monochrome, 8, .any),
    ExtendedProfile(4, "Monochrome 10", .monochrome, 10, .any),
    ExtendedProfile(4, "Monochrome 12", .monochrome, 12, .any),
    ExtendedProfile(4, "Monochrome 16", .monochrome, 16, .any),
    ExtendedProfile(4, "Main Intra", .yuv420, 8, .intra),
    ExtendedProfile(4, "Main 10 Intra", .yuv420, 10, .intra),
    ExtendedProfile(4, "Main 12 Intra", .yuv420, 12, .intra),
    ExtendedProfile(4, "Main 12", .yuv420, 12, .any),
    ExtendedProfile(4, "Main 4:2:2 10 Intra", .yuv422, 10, .intra),
    ExtendedProfile(4, "Main 4:2:2 10", .yuv422, 10, .any),
    ExtendedProfile(4, "Main 4:2:2 12 Intra", .yuv422, 12, .intra),
    ExtendedProfile(4, "Main 4:2:2 12", .yuv422, 12, .any),
    ExtendedProfile(4, "Main 4:4:4 Still Picture", .yuv444, 8, .one),
    ExtendedProfile(4, "Main 4:4:4 Intra", .yuv444, 8, .intra),
    ExtendedProfile(4, "Main 4:4:4", .yuv444, 8, .any),
    ExtendedProfile(4, "Main 4:4:4 10 Intra", .yuv444, 10, .intra),
    ExtendedProfile(4, "Main 4:4:4 10", .yuv444, 10, .any),
    ExtendedProfile(4, "Main 4:4:4 12 Intra", .yuv444, 12, .intra),
    ExtendedProfile(4, "Main 4:4:4 12", .yuv444, 12, .any),
    ExtendedProfile(4, "Main 4:4:4 16 Still Picture", .yuv444, 16, .one),
    ExtendedProfile(4, "Main 4:4:4 16 Intra", .yuv444, 16, .intra),
    ExtendedProfile(5, "High Throughput 4:4:4", .yuv444, 8, .any),
    ExtendedProfile(5, "High Throughput 4:4:4 10", .yuv444, 10, .any),
    ExtendedProfile(5, "High Throughput 4:4:4 14", .yuv444, 14, .any),
    ExtendedProfile(5, "High Throughput 4:4:4 16 Intra", .yuv444, 16, .intra),
    ExtendedProfile(9, "Screen-Extended Main", .yuv420, 8, .any),
    ExtendedProfile(9, "Screen-Extended Main 10", .yuv420, 10, .any),
    ExtendedProfile(9, "Screen-Extended Main 4:4:4", .yuv444, 8, .any),
    ExtendedProfile(9, "Screen-Extended Main 4:4:4 10", .yuv444, 10, .any),
    ExtendedProfile(11, "Screen-Extended High Throughput 4:4:4", .yuv444, 8, .any),
    ExtendedProfile(11, "Screen-Extended High Throughput 4:4:4 10", .yuv444, 10, .any),
    ExtendedProfile(11, "Screen-Extended High Throughput 4:4:4 14", .yuv444, 14, .any),
  ]
}

extension ProfileConstraints {
  fileprivate var maxBitDepth: Int {
    max8Bit ? 8 : max10Bit ? 10 : max12Bit ? 12 : max14Bit ? 14 : 16
  }

  fileprivate var maxChroma: ChromaFormat {
    maxMonochrome ? .monochrome : max420Chroma ? .yuv420 : max422Chroma ? .yuv422 : .yuv444
  }
}
