/// The property in which an item differs from the others of its series. Some writers leave out version and flags, as in
/// the entry of the sample group; the size shows the form.
public struct BracketingProperty<Entry: RegisteredSyntax>: BoxBody {
  public static var type: FourCC { Entry.type }
  public static var specification: String { Entry.specification }

  /// The header; nil if it was left out.
  public var header: FullBoxHeader? = FullBoxHeader()
  /// The property that was varied between the pictures, and its value for this one.
  public var entry = Entry()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    if f.isDecoding {
      let size = (try? Entry().encoded().count) ?? 0
      header = f.rest.count == size ? nil : FullBoxHeader()
    }
    if var full = header {
      try f.fullBox(&full)
      header = full
    }
    try entry.fields(&f)
  }
}
