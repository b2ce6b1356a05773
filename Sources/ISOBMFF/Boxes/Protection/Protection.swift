extension BoxRegistry {
  static let protection: [BoxDefinition] = [
    .container(
      "sinf", "ProtectionSchemeInfoBox", "ISO/IEC 14496-12 §8.12.1", .any(in: .sampleEntry, "ipro")),
    .container(
      "rinf", "RestrictedSchemeInfoBox", "ISO/IEC 14496-12 §8.15.3", .optional(in: .sampleEntry)),
    .container(
      "scrb", "ScrambleSchemeInfoBox", "ISO/IEC 14496-12 §8.12", .any(in: .sampleEntry, "ipco")),
    .container(
      "schi", "SchemeInformationBox", "ISO/IEC 14496-12 §8.12.7",
      .optional(in: "sinf", "rinf", "scrb", "srpp")),
    .box(OriginalFormatBox.self, .one(in: "sinf", "rinf", "cinf"), .optional(in: "wave")),
    .box(SchemeTypeBox.self, .one(in: "rinf", "scrb", "srpp"), .optional(in: "sinf")),
    .box(
      "csch", "CompatibleSchemeTypeBox", "ISO/IEC 14496-12 §8.15.3", SchemeTypeBox.self,
      .any(in: "rinf")),
    .box(StereoVideoBox.self, .optional(in: "schi")),
    .box(TrackEncryptionBox.self),
    .box(SampleEncryptionBox.self),
    .box(ProtectionSystemSpecificHeaderBox.self),
    .uuid("8974dbce-7be7-4c51-84f9-7148f9882554", "TrackEncryptionBox", "PIFF 1.1 §5.3.3", nil),
    .uuid("a2394f52-5a9b-4f14-a244-6c427c648df4", "SampleEncryptionBox", "PIFF 1.1 §5.3.2", nil),
    .uuid(
      "d08a4f18-10f3-4a82-b6c8-32d8aba183d3", "ProtectionSystemSpecificHeaderBox",
      "PIFF 1.1 §5.3.1", nil),
  ]
}
