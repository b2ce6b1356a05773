/// The coding of volumetric pictures: encrypted (`enc3`), or with restrictions (`res3`).
public struct VolumetricVisualSampleEntry: BoxContainer {
  public static let type: FourCC = "enc3"
  public static let specification = "ISO/IEC 14496-12 §12.10.3"

  public var dataReferenceIndex: UInt16 = 1
  public var compressorName = Text("", form: .counted)
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.sampleEntry(&dataReferenceIndex)
    try f.pascalText("compressorname", &compressorName, in: 32)
    try f.boxes(&children)
  }
}
