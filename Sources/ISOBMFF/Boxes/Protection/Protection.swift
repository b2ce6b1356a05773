extension BoxRegistry {
  static let protection: [BoxDefinition] = [
    .container("sinf", "ProtectionSchemeInfoBox", "ISO/IEC 14496-12 §8.12.1"),
    .container("rinf", "RestrictedSchemeInfoBox", "ISO/IEC 14496-12 §8.15.3"),
    .container("schi", "SchemeInformationBox", "ISO/IEC 14496-12 §8.12.7"),
    .box(OriginalFormatBox.self),
    .box(SchemeTypeBox.self),
    .box(TrackEncryptionBox.self),
    .box(SampleEncryptionBox.self),
    .box(ProtectionSystemSpecificHeaderBox.self),
  ]
}
