extension Rules {
  static let truth: [any Rule.Type] = [
    FileTruncated.self,
    FileUnreadable.self,
    JPEGDamaged.self,
    JPEGWithoutEnd.self,
    MotionPhotoMovieDamaged.self,
  ]
}
