extension Rules {
  static let structure: [any Rule.Type] = [
    BoxContentInvalid.self,
    BoxFieldWidth.self,
    BoxFieldsTruncated.self,
    BoxSizeBelowHeader.self,
    BoxSizeBeyondEnd.self,
    BoxVersionUnknown.self,
    ContentMissing.self,
    LimitExceeded.self,
    TrailingBytes.self,
  ]
}
