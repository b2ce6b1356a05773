/// Samsung's boxes about a movie.
public struct SamsungMetadataBox: BoxContainer {
  public static let type: FourCC = "smta"
  public static let specification = "Samsung media"

  public var header = FullBoxHeader()
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.boxes(&children)
  }
}

/// Samsung's numbers, whose meaning is not public.
public struct SamsungAuthorBox: BoxBody {
  public static let type: FourCC = "saut"
  public static let specification = "Samsung media"

  public var values: [UInt16] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list(16, "value", &values, count: .toEnd)
  }
}
