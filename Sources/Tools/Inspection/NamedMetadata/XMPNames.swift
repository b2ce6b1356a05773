internal import FieldCoding
internal import Metadata

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

/// The groups of namespaces, independent of the prefixes in a packet.
enum XMPNamespaces {
  static func group(_ namespace: String, prefix: String) -> String {
    "XMP-" + (groups[namespace] ?? shortPrefixes[prefix] ?? prefix)
  }

  private static let shortPrefixes = [
    "Iptc4xmpCore": "iptcCore", "Iptc4xmpExt": "iptcExt", "MicrosoftPhoto": "microsoft",
    "photomechanic": "photomech", "hdr_metadata": "hdr", "prismusagerights": "pur",
    "GettyImagesGIFT": "getty",
  ]

  private static let groups = [
    "adobe:ns:meta/": "x", "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": "iptcCore",
    "http://iptc.org/std/Iptc4xmpExt/2008-02-29/": "iptcExt",
    "http://ns.acdsee.com/iptc/1.0/": "acdsee", "http://ns.adobe.com/album/1.0/": "album",
    "http://ns.adobe.com/camera-raw-defaults/1.0/": "crd",
    "http://ns.adobe.com/camera-raw-saved-settings/1.0/": "crss",
    "http://ns.adobe.com/camera-raw-settings/1.0/": "crs",
    "http://ns.adobe.com/creatorAtom/1.0/": "creatorAtom",
    "http://ns.adobe.com/exif/1.0/": "exif", "http://ns.adobe.com/exif/1.0/aux/": "aux",
    "http://ns.adobe.com/hdr-gain-map/1.0/": "hdrgm",
    "http://ns.adobe.com/hdr-metadata/1.0/": "hdr",
    "http://ns.adobe.com/ix/1.0/": "ix", "http://ns.adobe.com/lightroom/1.0/": "lr",
    "http://ns.adobe.com/pdf/1.3/": "pdf", "http://ns.adobe.com/pdfx/1.3/": "pdfx",
    "http://ns.adobe.com/photoshop/1.0/": "photoshop",
    "http://ns.adobe.com/swf/1.0/": "swf", "http://ns.adobe.com/tiff/1.0/": "tiff",
    "http://ns.adobe.com/xap/1.0/": "xmp", "http://ns.adobe.com/xap/1.0/bj/": "xmpBJ",
    "http://ns.adobe.com/xap/1.0/g/": "xmpG", "http://ns.adobe.com/xap/1.0/g/img/": "xmpGImg",
    "http://ns.adobe.com/xap/1.0/mm/": "xmpMM", "http://ns.adobe.com/xap/1.0/rights/": "xmpRights",
    "http://ns.adobe.com/xap/1.0/t/": "xmpT", "http://ns.adobe.com/xap/1.0/t/pg/": "xmpTPg",
    "http://ns.adobe.com/xmp/1.0/DynamicMedia/": "xmpDM",
    "http://ns.adobe.com/xmp/Identifier/qual/1.0/": "xmpidq",
    "http://ns.adobe.com/xmp/note/": "xmpNote",
    "http://ns.apple.com/HDRGainMap/1.0/": "HDRGainMap",
    "http://ns.apple.com/adjustment-settings/1.0/": "aas",
    "http://ns.apple.com/faceinfo/1.0/": "apple-fi",
    "http://ns.apple.com/pixeldatainfo/1.0/": "apdi",
    "http://ns.camerabits.com/photomechanic/1.0/": "photomech",
    "http://ns.exiftool.ca/1.0/": "et", "http://ns.google.com/photos/1.0/audio/": "GAudio",
    "http://ns.google.com/photos/1.0/camera/": "GCamera",
    "http://ns.google.com/photos/1.0/container/": "Container",
    "http://ns.google.com/photos/1.0/container/item/": "Item",
    "http://ns.google.com/photos/1.0/creations/": "GCreations",
    "http://ns.google.com/photos/1.0/depthmap/": "GDepth",
    "http://ns.google.com/photos/1.0/focus/": "GFocus",
    "http://ns.google.com/photos/1.0/image/": "GImage",
    "http://ns.google.com/photos/1.0/panorama/": "GPano",
    "http://ns.google.com/videos/1.0/spherical/": "GSpherical",
    "http://ns.microsoft.com/expressionmedia/1.0/": "expressionmedia",
    "http://ns.microsoft.com/photo/1.0/": "microsoft",
    "http://ns.microsoft.com/photo/1.0": "microsoft",
    "http://ns.microsoft.com/photo/1.1": "MP1", "http://ns.microsoft.com/photo/1.2/": "MP",
    "http://ns.useplus.org/ldf/xmp/1.0/": "plus", "http://cipa.jp/exif/1.0/": "exifEX",
    "http://purl.org/dc/elements/1.1/": "dc", "http://purl.org/dc/terms/": "dct",
    "http://creativecommons.org/ns#": "cc", "http://www.digikam.org/ns/1.0/": "digiKam",
    "http://www.dji.com/drone-dji/1.0/": "drone-dji",
    "http://www.gimp.org/xmp/": "GIMP",
    "http://www.metadataworkinggroup.com/schemas/collections/": "mwg-coll",
    "http://www.metadataworkinggroup.com/schemas/keywords/": "mwg-kw",
    "http://www.metadataworkinggroup.com/schemas/regions/": "mwg-rs",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf",
  ]
}

/// The tags of an XMP packet.
enum XMPTags {
  /// Packets of devices are never so large.
  private static let limit = 1 << 26

  static func tags(_ bytes: Bytes) -> [MetadataTag] {
    guard bytes.count <= limit, let packet = XMPPacket(readable: bytes) else { return [] }
    var tags: [MetadataTag] = []
    if let toolkit = packet.toolkit { tags.append(MetadataTag("XMP-x", "XMPToolkit", toolkit)) }
    tags += packet.about.map { MetadataTag("XMP-rdf", "About", $0) }
    // Items of a list, and the same field of the structures in it, are one value.
    var indices: [Key: Int] = [:]
    var wholes: [Int: MetadataValueForm] = [:]
    for value in packet.values {
      guard let first = value.path.first else { continue }
      let group = XMPNamespaces.group(first.namespace, prefix: first.prefix)
      let known = XMPNames.name(value.path.map(\.local), in: group)
      let whole = XMPValueNames.writingOfList(known, in: group)
      let text =
        whole == nil
        ? XMPValueForm.written(value.text, known, in: group)
        : XMPValueForm.fraction(value.text) ?? value.text
      let name = known + (language(value.language).map { "-" + $0 } ?? "")
      let key = Key(property: value.property, name: name)
      let isJoined = value.isItem || value.isInList && XMPNames.joinsStructures(known, in: group)
      if isJoined, let index = indices[key] {
        tags[index].value += (whole == nil ? ", " : " ") + text
      } else {
        if let whole { wholes[tags.count] = whole }
        indices[key] = tags.count
        tags.append(MetadataTag(group, name, text))
      }
    }
    for (index, writing) in wholes { tags[index].value = writing.written(tags[index].value) }
    return tags
  }

  private struct Key: Hashable {
    var property: Int
    var name: String
  }

  /// `de`, `en-US`; nil for the text for all languages.
  private static func language(_ tag: String?) -> String? {
    guard let tag = tag?.lowercased(), tag != "x-default", !tag.isEmpty else { return nil }
    let parts = tag.split(separator: "-")
    guard parts.count == 2, parts[1].count == 2 else { return tag }
    return "\(parts[0])-\(parts[1].uppercased())"
  }
}
