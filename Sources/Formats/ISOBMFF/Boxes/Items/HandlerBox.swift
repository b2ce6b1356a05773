/// The kind of media or metadata.
public struct HandlerBox: BoxBody {
  public static let type: FourCC = "hdlr"
  public static let specification = "ISO/IEC 14496-12 §8.4.3"

  public var header = FullBoxHeader()
  /// The component type in QuickTime: `mhlr` for media, `dhlr` for data.
  public var predefined = FourCC(rawValue: 0)
  /// `pict`, `vide`, `soun`, `meta`, `mdir`, `mdta`, ...
  public var handlerType: FourCC = "pict"
  /// Zero in ISO files; in QuickTime manufacturer, flags and flags mask.
  public var manufacturer = FourCC(rawValue: 0)
  public var componentFlags: UInt32 = 0
  public var componentFlagsMask: UInt32 = 0
  public var name: Text = ""

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("pre_defined", &predefined)
    try f.fourCC("handler_type", &handlerType)
    try f.fourCC("component_manufacturer", &manufacturer)
    try f.uint(32, "component_flags", &componentFlags, as: .hex)
    try f.uint(32, "component_flags_mask", &componentFlagsMask, as: .hex)
    try f.pascalOrTerminatedText("name", &name)
  }
}
