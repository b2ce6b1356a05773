/// The terms of the PLUS licence data format (PLUS LDF 1.2.1) that photos have.
enum PLUSValueNames {
  static let writings: [String: MetadataValueForm] = [
    "AdultContentWarning": terms([
      "CW-AWR": "Adult Content Warning Required", "CW-NRQ": "Not Required", "CW-UNK": "Unknown",
    ]),
    "CopyrightStatus": terms([
      "CS-PRO": "Protected", "CS-PUB": "Public Domain", "CS-UNK": "Unknown",
    ]),
    "CreditLineRequired": terms([
      "CR-CAI": "Credit Adjacent To Image", "CR-CCA": "Credit in Credits Area",
      "CR-COI": "Credit on Image", "CR-NRQ": "Not Required",
    ]),
    "ImageAlterationConstraints": terms([
      "AL-CLR": "No Colorization", "AL-CRP": "No Cropping", "AL-DCL": "No De-Colorization",
      "AL-FLP": "No Flipping", "AL-MRG": "No Merging", "AL-RET": "No Retouching",
    ]),
    "ImageDuplicationConstraints": terms([
      "DP-LIC": "Duplication Only as Necessary Under License",
      "DP-NDC": "No Duplication Constraints", "DP-NOD": "No Duplication",
    ]),
    "ImageFileConstraints": terms([
      "IF-MFN": "Maintain File Name", "IF-MFT": "Maintain File Type",
      "IF-MID": "Maintain ID in File Name", "IF-MMD": "Maintain Metadata",
    ]),
    "ImageFileFormatAsDelivered": terms([
      "FF-BMP": "Windows Bitmap (BMP)", "FF-DNG": "Digital Negative (DNG)",
      "FF-EPS": "Encapsulated PostScript (EPS)", "FF-GIF": "Graphics Interchange Format (GIF)",
      "FF-JPG": "JPEG Interchange Formats (JPG, JIF, JFIF)", "FF-OTR": "Other",
      "FF-PIC": "Macintosh Picture (PICT)", "FF-PNG": "Portable Network Graphics (PNG)",
      "FF-PSD": "Photoshop Document (PSD)", "FF-RAW": "Proprietary RAW Image Format",
      "FF-TIF": "Tagged Image File Format (TIFF)", "FF-WMP": "Windows Media Photo (HD Photo)",
    ]),
    "ImageFileSizeAsDelivered": terms([
      "SZ-G50": "Greater than 50 MB", "SZ-U01": "Up to 1 MB", "SZ-U10": "Up to 10 MB",
      "SZ-U30": "Up to 30 MB", "SZ-U50": "Up to 50 MB",
    ]),
    "ImageType": terms([
      "TY-ILL": "Illustrated Image", "TY-MCI": "Multimedia or Composited Image",
      "TY-OTR": "Other", "TY-PHO": "Photographic Image", "TY-VID": "Video",
    ]),
    "LicensorTelephoneType1": terms(telephones), "LicensorTelephoneType2": terms(telephones),
    "MinorModelAgeDisclosure": terms(ages),
    "ModelReleaseStatus": terms([
      "MR-NON": "None", "MR-NAP": "Not Applicable", "MR-UMR": "Unlimited Model Releases",
      "MR-LMR": "Limited or Incomplete Model Releases",
    ]),
    "PropertyReleaseStatus": terms([
      "PR-NON": "None", "PR-NAP": "Not Applicable", "PR-UPR": "Unlimited Property Releases",
      "PR-LPR": "Limited or Incomplete Property Releases",
    ]),
    "Reuse": terms(["RE-NAP": "Not Applicable", "RE-REU": "Repeat Use"]),
  ]

  private static let telephones = [
    "CELL": "Cell", "FAX": "FAX", "HOME": "Home", "PAGER": "Pager", "WORK": "Work",
  ]

  private static let ages: [String: String] = {
    var ages = ["AG-A25": "Age 25 or Over", "AG-U14": "Age 14 or Under", "AG-UNK": "Age Unknown"]
    for age in 15...24 { ages["AG-A\(age)"] = "Age \(age)" }
    return ages
  }()

  /// The vocabulary's terms are URLs.
  private static func terms(_ names: [String: String]) -> MetadataValueForm {
    .letters(
      Dictionary(
        uniqueKeysWithValues: names.map {
          ("HTTP://NS.USEPLUS.ORG/LDF/VOCAB/\($0.uppercased())", $1)
        }))
  }
}
