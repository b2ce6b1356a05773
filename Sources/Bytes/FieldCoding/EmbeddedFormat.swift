/// The format of the bytes in a field or in a box, such as a colour profile or a TIFF structure.
///
/// Such bytes are read, edited and written as bytes. Only a description decodes them, and shows their fields
/// instead of the bytes.
public struct EmbeddedFormat: Sendable {
  fileprivate let describe: @Sendable (inout FieldCoder, any FieldSink) throws(FieldError) -> Void

  /// - Parameter describe: reports the content of the bytes at the coder's position to the sink, which is also the
  ///   sink of the coder. Bytes that it does not read are shown as bytes.
  public init(
    describe: @escaping @Sendable (inout FieldCoder, any FieldSink) throws(FieldError) -> Void
  ) {
    self.describe = describe
  }

  /// The format of a structure that states its fields.
  public static func structure<Structure: FieldCodable>(_: Structure.Type) -> EmbeddedFormat {
    EmbeddedFormat { (f, _) throws(FieldError) in
      var structure = Structure()
      try structure.fields(&f)
    }
  }

  /// Text in UTF-8: XML, JSON.
  public static let text = EmbeddedFormat { (f, _) throws(FieldError) in
    var text = Text("", form: .plain)
    try f.text("text", &text, count: .toEnd)
  }
}

extension FieldCoder {
  /// Bytes of a format of their own, whose fields a description shows; nil if it is not known.
  public mutating func bytes(
    _ name: StaticString, _ value: inout Bytes, count: Count, of format: EmbeddedFormat?
  ) throws(FieldError) {
    guard isDecoding, sink != nil, let format else {
      return try bytes(name, &value, count: count)
    }
    let count = try resolve(count, value.count)
    do throws(FieldError) {
      value = try reader.read(bytes: count ?? bitsLeft / 8)
    } catch {
      throw error.nested(in: "\(name)")
    }
    guard !value.isEmpty else { return }
    let bytes = value
    try within("\(name)") { (f) throws(FieldError) in f.show(bytes, as: format) }
  }

  /// Shows the fields in `bytes`, their errors, and the bytes that were not read.
  package func show(_ bytes: Bytes, as format: EmbeddedFormat?) {
    guard let format, !bytes.isEmpty else { return show(bytes, named: "data") }
    guard let sink else { return }
    var rest = bytes
    do throws(FieldError) {
      var inner = try inner(bytes)
      let error: FieldError?
      do throws(FieldError) {
        try format.describe(&inner, sink)
        error = nil
      } catch let caught { error = caught }
      for damage in inner.damage { sink.damage(damage) }
      if let error { sink.damage(error) }
      rest = inner.rest
    } catch { sink.damage(error) }
    show(rest, named: rest.count == bytes.count ? "data" : "trailing")
  }

  /// Shows bytes that no field holds; none are not shown.
  package func show(_ bytes: Bytes, named name: String) {
    guard !bytes.isEmpty else { return }
    let start = bytes.fileOffset
    sink?.field(name, .bytes(bytes), bits: start * 8..<(start + bytes.count) * 8)
  }
}

/// Decompresses data with the libraries of a computer, which may be missing.
public struct Decompressor: Sendable {
  /// Decompresses data with a content encoding, such as `br` or `deflate`; nil if that is not known, or not possible.
  public let content: @Sendable (_ data: Bytes, _ encoding: String) -> Bytes?
  /// The number of bytes of the zlib stream that data begins with, before and after decompression; nil if it cannot be
  /// decompressed.
  public let zlibSizes: @Sendable (_ data: [UInt8]) -> (stream: Int, content: Int)?

  /// - Parameters:
  ///   - content: decompresses data with a content encoding.
  ///   - zlibSizes: measures a zlib stream.
  public init(
    content: @escaping @Sendable (_ data: Bytes, _ encoding: String) -> Bytes?,
    zlibSizes: @escaping @Sendable (_ data: [UInt8]) -> (stream: Int, content: Int)?
  ) {
    self.content = content
    self.zlibSizes = zlibSizes
  }
}
