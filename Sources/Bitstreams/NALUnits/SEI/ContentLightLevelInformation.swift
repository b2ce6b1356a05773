public import FieldCoding

/// The light levels of the pictures (`content_light_level_info`, ITU-T H.265 §D.2.35; CTA-861.3).
public struct ContentLightLevelInformation: SEIPayload {
  public static let payloadType: UInt32 = 144
  public static let name = "content_light_level_info"

  /// The greatest light level of any sample, in candelas per square metre (MaxCLL); 0 if nothing is
  /// said.
  public var maxContentLightLevel: UInt16 = 0
  /// The average of any picture (MaxFALL); 0 if it is not stated.
  public var maxPictureAverageLightLevel: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "max_content_light_level", &maxContentLightLevel)
    try f.uint(16, "max_pic_average_light_level", &maxPictureAverageLightLevel)
  }
}
