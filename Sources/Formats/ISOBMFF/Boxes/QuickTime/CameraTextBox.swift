/// A text about the camera or the recording: in the form of `cprt`, or just text.
public struct CameraTextBox: BoxBody {
  public static let type: FourCC = "date"
  public static let specification = "QuickTime File Format: User data"

  /// The text, in one of its two forms.
  public var content = Content.plain(Text("", form: .plain))

  /// The forms in which cameras write texts.
  public enum Content: Equatable, Sendable {
    /// Text with version and language.
    case asset(AssetTextBox)
    case plain(Text)
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    if f.isDecoding {
      // Text does not start with zero bytes.
      let startsWithVersion = f.rest.part(0..<6)?.prefix(4).allSatisfy { $0 == 0 } ?? false
      content = startsWithVersion ? .asset(AssetTextBox()) : .plain(Text("", form: .plain))
    }
    switch content {
    case .asset(var asset):
      try asset.fields(&f)
      content = .asset(asset)
    case .plain(var text):
      try f.text("text", &text, count: .toEnd)
      content = .plain(text)
    }
  }
}

extension CameraTextBox {
  public var text: String {
    switch content {
    case .asset(let asset): asset.text.string
    case .plain(let text): text.string
    }
  }
}
