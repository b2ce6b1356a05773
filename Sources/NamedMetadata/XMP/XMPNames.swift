/// The usual names of XMP's properties, where they are not the names of property and fields joined.
enum XMPNames {
  /// The name for the fields that lead to a value.
  static func name(_ fields: [String], in group: String) -> String {
    let joined = fields.map { capitalized($0, isKnown: known.contains(group)) }.joined()
    let name = usual(joined, in: group)
    return name.count < 2 ? "Tag" + name : name
  }

  /// A field of a group that no specification lists is in words, also if it is in capitals.
  private static func capitalized(_ field: String, isKnown: Bool) -> String {
    let letters = field.filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    let name = isKnown || letters.contains { $0.isLowercase } ? letters : words(letters)
    return name.prefix(1).uppercased() + name.dropFirst()
  }

  private static let known: Set<String> = [
    "XMP-dc", "XMP-xmp", "XMP-xmpMM", "XMP-xmpRights", "XMP-xmpDM", "XMP-xmpTPg", "XMP-xmpBJ",
    "XMP-photoshop", "XMP-crs", "XMP-tiff", "XMP-exif", "XMP-exifEX", "XMP-aux", "XMP-iptcCore",
    "XMP-iptcExt", "XMP-plus", "XMP-mwg-rs", "XMP-mwg-kw", "XMP-microsoft", "XMP-MP", "XMP-lr",
    "XMP-pdf", "XMP-GPano", "XMP-hdrgm",
  ]

  /// Whether the same field of the structures in a list is one value. Otherwise that is so for
  /// items that are values themselves.
  static func joinsStructures(_ name: String, in group: String) -> Bool {
    switch group {
    case "XMP-mwg-rs", "XMP-mwg-kw", "XMP-iptcExt", "XMP-plus", "XMP-MP", "XMP-xmpTPg",
      "XMP-xmpDM", "XMP-xmpBJ", "XMP-photoshop", "XMP-xmp":
      true
    case "XMP-xmpMM": !name.hasPrefix("Pantry")
    default: false
    }
  }

  /// `Api` of `API`, `BaseUrl` of `BASE_URL`.
  private static func words(_ name: String) -> String {
    name.split(separator: "_").enumerated().map { index, part in
      index == 0 ? part.lowercased() : part.prefix(1) + part.dropFirst().lowercased()
    }.joined()
  }

  private static func usual(_ joined: String, in group: String) -> String {
    if let name = names[group]?[joined] { return name }
    for (start, short) in starts[group] ?? [] where joined.hasPrefix(start) {
      let rest = String(joined.dropFirst(start.count))
      return short + (names[group]?[rest] ?? rest)
    }
    return joined
  }

  private static let names: [String: [String: String]] = [
    "XMP-exif": [
      "PixelXDimension": "ExifImageWidth", "PixelYDimension": "ExifImageHeight",
      "ExposureBiasValue": "ExposureCompensation", "ISOSpeedRatings": "ISO",
      "FocalLengthIn35mmFilm": "FocalLengthIn35mmFormat", "GPSTimeStamp": "GPSDateTime",
    ],
    "XMP-exifEX": [
      "BodySerialNumber": "SerialNumber", "CameraOwnerName": "OwnerName",
      "LensSpecification": "LensInfo", "InteroperabilityIndex": "InteropIndex",
      "PhotographicSensitivity": "ISO", "SourceImageNumberOfCompositeImage": "CompositeImageCount",
    ],
    "XMP-hdr": [
      "Ccv_primaries_xy": "CCVPrimariesXY", "Ccv_white_xy": "CCVWhiteXY",
      "Ccv_min_luminance_nits": "CCVMinLuminanceNits",
      "Ccv_max_luminance_nits": "CCVMaxLuminanceNits",
      "Ccv_avg_luminance_nits": "CCVAvgLuminanceNits", "Scene_referred": "SceneReferred",
    ],
    "XMP-tiff": ["ImageLength": "ImageHeight"],
    "XMP-photoshop": ["ICCProfile": "ICCProfileName"],
    "XMP-microsoft": [
      "Rating": "RatingPercent", "CreatorAppId": "CreatorAppID",
    ],
    "XMP-iptcExt": [
      "DigImageGUID": "DigitalImageGUID", "RegistryId": "RegistryID",
      "RegistryIdRegItemId": "RegistryItemID", "RegistryIdRegOrgId": "RegistryOrganisationID",
      "ArtworkOrObjectAOTitle": "ArtworkTitle", "ArtworkOrObjectAOCreator": "ArtworkCreator",
      "ArtworkOrObjectAODateCreated": "ArtworkDateCreated",
      "ArtworkOrObjectAOSource": "ArtworkSource",
      "ArtworkOrObjectAOSourceInvNo": "ArtworkSourceInventoryNo",
      "ArtworkOrObjectAOCopyrightNotice": "ArtworkCopyrightNotice",
      "DigitalSourcefileType": "DigitalSourceFileType",
    ],
    "XMP-iptcCore": [
      "CreatorContactInfoCiAdrCity": "CreatorCity", "CreatorContactInfoCiAdrCtry": "CreatorCountry",
      "CreatorContactInfoCiAdrExtadr": "CreatorAddress",
      "CreatorContactInfoCiAdrPcode": "CreatorPostalCode",
      "CreatorContactInfoCiAdrRegion": "CreatorRegion",
      "CreatorContactInfoCiEmailWork": "CreatorWorkEmail",
      "CreatorContactInfoCiTelWork": "CreatorWorkTelephone",
      "CreatorContactInfoCiUrlWork": "CreatorWorkURL",
    ],
    "XMP-crs": [
      "Temperature": "ColorTemperature", "RetouchAreasMasksMaskValue": "RetouchAreaMaskValue",
    ],
    "XMP-plus": ["Version": "PLUSVersion"],
  ]

  /// Structures whose names are shortened in the names of their fields.
  private static let starts: [String: [(String, String)]] = [
    "XMP-mwg-rs": [
      ("RegionsAppliedToDimensions", "RegionAppliedToDimensions"), ("RegionsRegionList", "Region"),
    ],
    "XMP-xmp": [("Thumbnails", "Thumbnail")],
    "XMP-crs": [
      ("RetouchAreasMasks", "RetouchAreaMask"), ("RetouchAreas", "RetouchArea"),
      ("GradientBasedCorrectionsCorrectionMasks", "GradientBasedCorrMask"),
      ("GradientBasedCorrections", "GradientBasedCorr"),
      ("CircularGradientBasedCorrectionsCorrectionMasks", "CircGradBasedCorrMask"),
      ("CircularGradientBasedCorrections", "CircGradBasedCorr"),
      ("PaintBasedCorrectionsCorrectionMasks", "PaintCorrectionMask"),
      ("PaintBasedCorrections", "PaintCorrection"),
    ],
    "XMP-photoshop": [("TextLayersLayer", "TextLayer")],
    "XMP-MP": [("RegionInfoRegions", "Region")],
  ]
}
