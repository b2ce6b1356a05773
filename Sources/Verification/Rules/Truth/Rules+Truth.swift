extension Rules {
  static let truth: [any Rule.Type] = [
    ContainerDiffers.self,
    ExtensionDiffers.self,
    FileNotChecked.self,
    FileTruncated.self,
    FileUnreadable.self,
    ItemZeroFilled.self,
    JPEGDamaged.self,
    JPEGHeadersWrong.self,
    JPEGStrayBytes.self,
    JPEGWithoutEnd.self,
    MotionPhotoMovieDamaged.self,
    MotionPhotoMovieMissing.self,
    MotionPhotoPlaceDiffers.self,
    ZeroFilledTail.self,
  ]
}
