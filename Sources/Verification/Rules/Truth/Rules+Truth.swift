extension Rules {
  static let truth: [any Rule.Type] = [
    ContainerDiffers.self,
    ExtensionDiffers.self,
    FileNotChecked.self,
    FileTruncated.self,
    FileUnreadable.self,
    ItemDataDamaged.self,
    JPEGDamaged.self,
    JPEGDataDamaged.self,
    JPEGHeadersWrong.self,
    JPEGMetadataIncomplete.self,
    JPEGScansMissing.self,
    JPEGStrayBytes.self,
    JPEGWithoutEnd.self,
    MotionPhotoMovieDamaged.self,
    MotionPhotoMovieMissing.self,
    MotionPhotoPlaceDiffers.self,
    PNGDamaged.self,
    ZeroFilledTail.self,
  ]
}
