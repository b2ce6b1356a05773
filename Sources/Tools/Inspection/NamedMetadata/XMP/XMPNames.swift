/// The usual names of XMP's properties, where they are not the names of property and fields joined.
enum XMPNames {
  /// The name for the path of fields to a value.
  static func name(_ fields: [String], in group: String) -> String {
    let group = group == "XMP-crd" ? "XMP-crs" : group
    var name = ""
    for (depth, field) in fields.enumerated() {
      let word = capitalized(field, isKnown: known.contains(group))
      let path = depth == 0 ? word : "\(name)/\(word)"
      let usual = depth < fields.count - 1 ? structures[group] : names[group]
      name = usual?[path] ?? name + (depth == 0 ? word : inner(word, of: name, in: group))
    }
    return name.count < 2 ? "Tag" + name : name
  }

  /// A field of a group that no specification lists is in words, also if it is in capitals.
  private static func capitalized(_ field: String, isKnown: Bool) -> String {
    let letters = field.filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    let name = isKnown || letters.contains { $0.isLowercase } ? letters : words(letters)
    return name.prefix(1).uppercased() + name.dropFirst()
  }

  /// `Api` of `API`, `BaseUrl` of `BASE_URL`.
  private static func words(_ name: String) -> String {
    name.split(separator: "_").enumerated().map { index, part in
      index == 0 ? part.lowercased() : part.prefix(1) + part.dropFirst().lowercased()
    }.joined()
  }

  /// A field of a structure, without what only repeats the structure's name.
  private static func inner(_ field: String, of structure: String, in group: String) -> String {
    // A mask within a mask is not named twice.
    if group == "XMP-crs", field == "CorrectionRangeMask" {
      return structure.hasSuffix("Mask") ? "Range" : "RangeMask"
    }
    if let name = fields[group]?[field] { return name }
    if group == "XMP-dwc", field.hasPrefix(structure),
      field.dropFirst(structure.count).first?.isUppercase == true
    {
      return String(field.dropFirst(structure.count))
    }
    if group == "XMP-plus", field.hasPrefix(structure) {
      return String(field.dropFirst(structure.count))
    }
    // Properties of images are also those of regions, and keep their names.
    if group == "XMP-iptcExt", structure == "ImageRegion" { return field }
    if group == "XMP-iptcExt", field.hasPrefix("CvTerm") {
      return structure.hasSuffix("CvTerm") ? String(field.dropFirst(6)) : field
    }
    let prefix = prefixes[group]?.first { field.hasPrefix($0) && field.count > $0.count }
    return prefix.map { String(field.dropFirst($0.count)) } ?? field
  }

  /// Whether the group is one of a published schema.
  static func isKnown(_ group: String) -> Bool { known.contains(group) }

  private static let known = Set(
    [
      "dc", "xmp", "xmpMM", "xmpRights", "xmpDM", "xmpTPg", "xmpBJ", "xmpNote", "xmpPLUS",
      "photoshop", "crs", "crd", "tiff", "exif", "exifEX", "aux", "iptcCore", "iptcExt", "plus",
      "mwg-rs", "mwg-kw", "mwg-coll", "microsoft", "MP", "MP1", "lr", "pdf", "GPano", "GCamera",
      "GDepth",
      "GFocus", "GImage", "GAudio", "GSpherical", "GCreations", "Device", "hdr", "DICOM",
      "acdsee", "aas", "album", "apple-fi", "cc", "cell", "creatorAtom", "dex", "digiKam",
      "expressionmedia", "extensis", "fpv", "getty", "ics", "LImage", "mediapro", "pmi", "prism",
      "prl", "prm", "pur", "swf", "photomech", "dwc", "drone-dji", "ast", "nine", "sdc", "rdf",
    ].map { "XMP-" + $0 })

  /// Whether the same field in all structures of a list becomes one value. Otherwise, only items that are
  /// values themselves do.
  static func joinsStructures(_ name: String, in group: String) -> Bool {
    switch group {
    case "XMP-xmpMM": !name.hasPrefix("Pantry")
    case "XMP-crs", "XMP-crd":
      name.contains("RangeMask") || name.contains("MaskRange") || name.hasSuffix("CorrectionName")
        || name.hasSuffix("CorrectionSyncID")
    default: known.contains(group)
    }
  }

  /// Names of fields in structures of any kind.
  private static let fields: [String: [String: String]] = [
    "XMP-crs": [
      "CorrectionAmount": "Amount", "CorrectionActive": "Active", "CorrectionMasks": "Mask",
      "MaskValue": "Value", "AreaComponents": "Components",
      "ColorRangeMaskAreaSampleInfo": "ColorSampleInfo",
    ],
    "XMP-iptcExt": [
      "AOSourceInvNo": "SourceInventoryNo", "AOCreatorId": "CreatorID",
      "AOCurrentCopyrightOwnerId": "CopyrightOwnerID",
      "AOCurrentCopyrightOwnerName": "CopyrightOwnerName",
      "AOCurrentLicensorId": "LicensorID", "AOCurrentLicensorName": "LicensorName",
      "PersonCharacteristic": "CvTerm",
    ],
  ]

  /// The common prefixes of field names in structures.
  private static let prefixes: [String: [String]] = [
    "XMP-crs": ["Local"],
    "XMP-iptcExt": ["AO", "Rb", "Person", "Product", "Rating", "TempCoverage"],
    "XMP-xmpTPg": ["Font"],
  ]

  /// The prefixes that structures add to the names of their fields. The key of a structure in another one is the prefix
  /// of the other, a slash, and its own name.
  private static let structures: [String: [String: String]] = [
    "XMP-exifEX": [
      "SourceExposureTimesOfCompositeImage": "CompImage",
      "CompositeImageExposureTimes": "CompImage",
    ],
    "XMP-photoshop": [
      "TextLayers": "Text"
    ],
    "XMP-dwc": [
      "DctermsLocation": "DC", "GeologicalContext": "", "Identification": "",
      "MeasurementOrFact": "", "ResourceRelationship": "",
    ],
    "XMP-MP": [
      "RegionInfo": "",
      "/Regions": "Region",
    ],
    "XMP-iptcExt": [
      "ArtworkOrObject": "Artwork",
      "EmbdEncRightsExpr": "EmbeddedEncodedRightsExpr",
      "LinkedEncRightsExpr": "LinkedEncodedRightsExpr",
      "EventExt": "ShownEvent",
      "ImageRegion/RegionBoundary": "ImageRegionBoundary",
      "ImageRegion/RCtype": "ImageRegionCtype",
      "ImageRegion/RRole": "ImageRegionRole",
      "ImageRegionBoundary/RbVertices": "ImageRegionBoundaryVertices",
      "PersonInImageWDetails": "PersonInImage",
      "SnapshotLink": "Snapshot",
      "RegistryId": "Registry",
    ],
    "XMP-iptcCore": [
      "CreatorContactInfo": "Creator"
    ],
    "XMP-crs": [
      "RetouchAreas": "RetouchArea",
      "RetouchArea/Masks": "RetouchAreaMask",
      "GradientBasedCorrections": "GradientBasedCorr",
      "CircularGradientBasedCorrections": "CircGradBasedCorr",
      "MaskGroupBasedCorrections": "MaskGroupBasedCorr",
      "PaintBasedCorrections": "PaintCorrection",
      "RangeMaskMapInfo/RangeMaskMapInfo": "RangeMaskMapInfo",
    ],
    "XMP-mwg-rs": [
      "Regions": "Region",
      "Region/RegionList": "Region",
    ],
    "XMP-xmp": [
      "Thumbnails": "Thumbnail",
      "PageInfo": "PageImage",
    ],
    "XMP-xmpTPg": [
      "Colorants": "Colorant",
      "Fonts": "Font",
      "SwatchGroups": "Swatch",
      "Swatch/Colorants": "SwatchColorant",
    ],
    "XMP-Device": [
      "Cameras": "",
      "/Camera": "Camera",
      "Planes": "",
      "/Plane": "Plane",
      "Profiles": "",
      "/Profile": "Profile",
    ],
    "XMP-prism": ["Url": "URL"], "XMP-mwg-kw": keywordStructures,
  ]

  /// Properties by their names, and fields after the usual name of their structure and a slash.
  private static let names: [String: [String: String]] = [
    "XMP-exif": [
      "PixelXDimension": "ExifImageWidth", "PixelYDimension": "ExifImageHeight",
      "ExposureBiasValue": "ExposureCompensation", "ISOSpeedRatings": "ISO",
      "FocalLengthIn35mmFilm": "FocalLengthIn35mmFormat", "GPSTimeStamp": "GPSDateTime",
    ],
    "XMP-exifEX": [
      "BodySerialNumber": "SerialNumber", "CameraOwnerName": "OwnerName",
      "LensSpecification": "LensInfo", "InteroperabilityIndex": "InteropIndex",
      "SourceImageNumberOfCompositeImage": "CompositeImageCount",
      "Temperature": "AmbientTemperature",

      "CompImage/MaxExposureTimesOfAll": "CompImageMaxExposureAll",
      "CompImage/MaxExposureTimesOfUsed": "CompImageMaxExposureUsed",
      "CompImage/MinExposureTimesOfAll": "CompImageMinExposureAll",
      "CompImage/MinExposureTimesOfUsed": "CompImageMinExposureUsed",
      "CompImage/NumberOfImagesInSequences": "CompImageImagesPerSequence",
      "CompImage/NumberOfSequences": "CompImageNumSequences",
      "CompImage/SumOfExposureTimesOfAll": "CompImageSumExposureAll",
      "CompImage/SumOfExposureTimesOfUsed": "CompImageSumExposureUsed",
    ],
    "XMP-hdr": [
      "Ccv_primaries_xy": "CCVPrimariesXY", "Ccv_white_xy": "CCVWhiteXY",
      "Ccv_min_luminance_nits": "CCVMinLuminanceNits",
      "Ccv_max_luminance_nits": "CCVMaxLuminanceNits",
      "Ccv_avg_luminance_nits": "CCVAvgLuminanceNits", "Scene_referred": "SceneReferred",
    ],
    "XMP-tiff": ["ImageLength": "ImageHeight"],
    "XMP-photoshop": ["ICCProfile": "ICCProfileName"],
    "XMP-microsoft": ["Rating": "RatingPercent", "CreatorAppId": "CreatorAppID"],
    "XMP-iptcExt": [
      "DigImageGUID": "DigitalImageGUID", "RegistryId": "RegistryID",
      "Registry/RegItemId": "RegistryItemID", "Registry/RegOrgId": "RegistryOrganisationID",
      "Registry/RegEntryRole": "RegistryEntryRole",
      "DigitalSourcefileType": "DigitalSourceFileType",
      "AddlModelInfo": "AdditionalModelInformation", "CVterm": "ControlledVocabularyTerm",

      "EmbeddedEncodedRightsExpr/EncRightsExpr": "EmbeddedEncodedRightsExpr",
      "EmbeddedEncodedRightsExpr/RightsExprEncType": "EmbeddedEncodedRightsExprType",
      "EmbeddedEncodedRightsExpr/RightsExprLangId": "EmbeddedEncodedRightsExprLangID",

      "LinkedEncodedRightsExpr/LinkedRightsExpr": "LinkedEncodedRightsExpr",
      "LinkedEncodedRightsExpr/RightsExprEncType": "LinkedEncodedRightsExprType",
      "LinkedEncodedRightsExpr/RightsExprLangId": "LinkedEncodedRightsExprLangID",
      "EventId": "EventID",

      "ImageRegion/RId": "ImageRegionID",

      "IptcLastEdited": "IPTCLastEdited",
      "VisualColour": "VisualColor", "AudioBitRate": "AudioBitrate",
      "AudioBitRateMode": "AudioBitrateMode", "ParentId": "ParentID",
      "ProductInImage/ProductId": "ProductInImageProductId",
      "VideoBitRate": "VideoBitrate", "VideoBitRateMode": "VideoBitrateMode",
    ],
    "XMP-iptcCore": [
      "Creator/CiAdrCity": "CreatorCity",
      "Creator/CiAdrCtry": "CreatorCountry", "Creator/CiAdrExtadr": "CreatorAddress",
      "Creator/CiAdrPcode": "CreatorPostalCode", "Creator/CiAdrRegion": "CreatorRegion",
      "Creator/CiEmailWork": "CreatorWorkEmail", "Creator/CiTelWork": "CreatorWorkTelephone",
      "Creator/CiUrlWork": "CreatorWorkURL",
    ],
    "XMP-crs": [
      "Temperature": "ColorTemperature"

    ],
    "XMP-plus": ["Version": "PLUSVersion"],
    "XMP-dwc": [
      "/Bed": "GeologicalContextBed", "/Formation": "GeologicalContextFormation",
      "/Group": "GeologicalContextGroup", "/Member": "GeologicalContextMember",
    ],
    "XMP-mwg-coll": [
      "Collections/CollectionName": "CollectionName", "Collections/CollectionURI": "CollectionURI",
    ],
    "XMP-mwg-kw": keywords,
    "XMP-xmp": [
      "PageImage/Image": "PageImage"
    ],
    "XMP-xmpTPg": [
      "Font/ChildFontFiles": "ChildFontFiles",
      "Font/VersionString": "FontVersion",

    ],
    "XMP-xmpDM": ["Comment": "DMComment"],
    "XMP-MP": ["/DateRegionsValid": "RegionInfoDateRegionsValid"],
    "XMP-cc": ["Legalcode": "LegalCode"], "XMP-LImage": ["Data": "RightAlbedo"],
    "XMP-drone-dji": [
      "GpsLatitude": "GPSLatitude", "GpsLongitude": "GPSLongitude",
      "GpsLongtitude": "GPSLongtitude",
    ],
    "XMP-DICOM": ["PatientDOB": "PatientBirthDate"],
    "XMP-GAudio": ["Mime": "AudioMimeType", "Data": "AudioData"],
    "XMP-GImage": ["Mime": "ImageMimeType", "Data": "ImageData"],
    "XMP-GDepth": ["Data": "DepthImage"],
    "XMP-GCamera": ["Hdrp_makernote": "HDRPMakerNote", "Shot_log_data": "ShotLogData"],
    "XMP-getty": ["OriginalFilename": "OriginalFileName"],
    "XMP-acdsee": ["Datetime": "DateTime"], "XMP-apple-fi": ["Timestamp": "TimeStamp"],
    "XMP-cell": [
      "Cellid": "CellTowerID", "Cgi": "CellGlobalID", "Lac": "LocationAreaCode",
      "Mcc": "MobileCountryCode", "Mnc": "MobileNetworkCode", "R": "CellR",
    ],
    "XMP-dex": [
      "Crc32": "CRC32", "Ffid": "FFID", "Licensetype": "LicenseType", "Os": "OS",
      "Shortdescription": "ShortDescription",
    ],
    "XMP-prism": ["Doi": "DOI", "Isbn": "ISBN", "Issn": "ISSN"],
    "XMP-swf": [
      "Bgalpha": "BackgroundAlpha", "Forwardlock": "ForwardLock", "Maxstorage": "MaxStorage",
    ],
  ]

  /// Keywords have their level in the hierarchy instead of a path.
  private static let keywords = Dictionary(
    uniqueKeysWithValues: (1...6).map {
      ("HierarchicalKeywords\($0)/Keyword", "HierarchicalKeywords\($0)")
    })

  private static let keywordStructures: [String: String] = {
    var names = ["Keywords": "", "/Hierarchy": "HierarchicalKeywords1"]
    for level in 1...6 {
      names["HierarchicalKeywords\(level)/Children"] = "HierarchicalKeywords\(level + 1)"
    }
    return names
  }()
}
