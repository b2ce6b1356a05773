extension BoxRegistry {
  static let schemeInformation: [BoxDefinition] = [
    .data(
      "name", "FairPlay buyer's name", "FairPlay", because: "Apple does not document it",
      .optional(in: "schi"))
  ]

  static let protection: [BoxDefinition] =
    [
      .box(AssetInformationBox.self, .optional(in: "moov")),
      .box(BaseLocationBox.self, .optional(in: .file)),
      .container(
        "sinf", "ProtectionSchemeInfoBox", "ISO/IEC 14496-12 §8.12.1",
        .any(in: .sampleEntry, "ipro")),
      .container(
        "rinf", "RestrictedSchemeInfoBox", "ISO/IEC 14496-12 §8.15.3", .optional(in: .sampleEntry)),
      .container(
        "scrb", "ScrambleSchemeInfoBox", "ISO/IEC 14496-12 §8.12", .any(in: .sampleEntry, "ipco")),
      .box(SchemeInformationBox.self, .optional(in: "sinf", "rinf", "scrb", "srpp")),
      .box(OriginalFormatBox.self, .one(in: "sinf", "rinf", "cinf"), .optional(in: "wave")),
      .box(SchemeTypeBox.self, .one(in: "rinf", "scrb", "srpp"), .optional(in: "sinf")),
      .box(
        "csch", "CompatibleSchemeTypeBox", "ISO/IEC 14496-12 §8.15.3", SchemeTypeBox.self,
        .any(in: "rinf")),
      .box(StereoVideoBox.self, .optional(in: "schi")),
      .box(TrackEncryptionBox.self, .optional(in: "schi")),
      .box(SampleEncryptionBox.self, .optional(in: "traf", "trak", "stbl")),
      .box(ProtectionSystemSpecificHeaderBox.self, .any(in: "moov", "moof", "meta")),
      .uuid(
        "8974dbce-7be7-4c51-84f9-7148f9882554", "TrackEncryptionBox", "PIFF 1.1 §5.3.3",
        PIFFTrackEncryptionBox.self, .optional(in: "schi")),
      .uuid(
        "a2394f52-5a9b-4f14-a244-6c427c648df4", "SampleEncryptionBox", "PIFF 1.1 §5.3.2",
        PIFFSampleEncryptionBox.self, .optional(in: "traf", "trak", "stbl")),
      .uuid(
        "d08a4f18-10f3-4a82-b6c8-32d8aba183d3", "ProtectionSystemSpecificHeaderBox",
        "PIFF 1.1 §5.3.1", ProtectionSystemSpecificHeaderBox.self, .any(in: "moov")),
      .uuid(
        "6d1d9b05-42d5-44e6-80e2-141daff757b2", "TrackFragmentExtendedHeaderBox",
        "MS-SSTR §2.2.4.4",
        TrackFragmentExtendedHeaderBox.self, .optional(in: "traf")),
      .uuid(
        "d4807ef2-ca39-4695-8e54-26cb9e46a79f", "TrackFragmentReferenceBox", "MS-SSTR §2.2.4.5",
        TrackFragmentReferenceBox.self, .optional(in: "traf")),
      .box(ISMAKMSBox.self, .optional(in: "schi")),
      .box(
        "iSFM", "ISMASampleFormatBox", ismaCryp, AccessUnitFormatBox.self, .optional(in: "schi")),
      .box(ISMACrypSaltBox.self, .optional(in: "schi")),
    ] + omaDRM + adobeDRM

  private static let ismaCryp = "ISMA Encryption and Authentication 2.0 §9.1"
  private static let oma = "OMA DRM Content Format 2.0"
  private static let adobe = "Adobe Flash Video File Format 10.1 §2.8"

  private static let omaDRM: [BoxDefinition] = [
    .box("odrm", "OMADRMContainerBox", oma, FullContainerBox.self, .any(in: .file)),
    .box(OMADiscreteHeadersBox.self, .optional(in: "odrm")),
    .box(OMACommonHeadersBox.self, .optional(in: "odhe", "odkm")),
    .box(OMAContentObjectBox.self, .optional(in: "odrm")),
    .box(OMAGroupIDBox.self, .optional(in: "ohdr")),
    .box("odkm", "OMADRMKMSBox", oma, FullContainerBox.self, .optional(in: "schi")),
    .box("odaf", "OMADRMAccessUnitFormatBox", oma, AccessUnitFormatBox.self, .optional(in: "odkm")),
    .container("mdri", "MutableDRMInformationBox", oma, .optional(in: .file)),
    .box(OMATransactionTrackingBox.self, .optional(in: "mdri")),
    .box(OMARightsObjectBox.self, .any(in: "mdri")),
  ]

  private static let adobeDRM: [BoxDefinition] = [
    .box(
      "adkm", "AdobeDRMKeyManagementSystemBox", adobe, FullContainerBox.self, .optional(in: "schi")),
    .box("ahdr", "AdobeDRMHeaderBox", adobe, FullContainerBox.self, .optional(in: "adkm")),
    .box(
      "aprm", "StandardEncryptionParametersBox", adobe, FullContainerBox.self, .optional(in: "ahdr")
    ),
    .box(AdobeEncryptionInformationBox.self, .optional(in: "aprm")),
    .box("akey", "AdobeKeyInformationBox", adobe, FullContainerBox.self, .optional(in: "aprm")),
    .box(AdobeFlashAccessParametersBox.self, .optional(in: "akey")),
    .box(AdobeAccessUnitFormatBox.self, .optional(in: "adkm")),
  ]

  /// The boxes in `udta` of OMA's files.
  static let omaUserData: [BoxDefinition] = [
    .box("icnu", "OMADRMIconURIBox", oma, OMAURIBox.self, .optional(in: "udta")),
    .box("infu", "OMADRMInfoURLBox", oma, OMAURIBox.self, .optional(in: "udta")),
    .box("cvru", "OMADRMCoverURIBox", oma, OMAURIBox.self, .optional(in: "udta")),
    .box("lrcu", "OMADRMLyricsURIBox", oma, OMAURIBox.self, .optional(in: "udta")),
    .box(OMAContentIDBox.self, .optional(in: "udta")),
    .box(OMADurationBox.self, .optional(in: "udta")),
  ]
}
