public import FieldCoding

extension SEIMessage {
  /// A message with this payload.
  public init<Payload: SEIPayload>(_ payload: Payload) throws(FieldError) {
    self.init()
    payloadType = Payload.payloadType
    self.payload = Bytes(try SEIPayloadContent(payload).encoded())
  }

  /// The payload as its fields.
  public func content<Payload: SEIPayload>(
    as type: Payload.Type = Payload.self
  ) throws(FieldError) -> Payload {
    guard payloadType == Payload.payloadType else {
      throw FieldError(
        .invalid("the payload has the type \(payloadType), but \(Payload.payloadType) is expected"),
        offset: payload.fileOffset, path: [Payload.name])
    }
    do throws(FieldError) {
      return try SEIPayloadContent<Payload>(decoding: payload).payload
    } catch {
      throw error.nested(in: Payload.name)
    }
  }
}

extension FieldCoder {
  /// Reports the fields of a payload, which was read as bytes, to the sink, if there is one. Errors are reported to
  /// the sink, and have no other effect.
  package func describe(payload: Bytes, as type: any SEIPayload.Type) {
    describe(payload: payload) { (f) throws(FieldError) in try type.describe(&f) }
  }

  /// The same for a payload whose syntax depends on other data.
  package func describe(
    payload: Bytes, _ fields: (inout FieldCoder) throws(FieldError) -> Void
  ) {
    guard let sink else { return }
    do throws(FieldError) {
      var coder = try inner(payload)
      try fields(&coder)
    } catch {
      sink.damage(error)
    }
  }
}

extension SEIPayload {
  fileprivate static func describe(_ f: inout FieldCoder) throws(FieldError) {
    var content = SEIPayloadContent<Self>()
    try f.within(name) { (f) throws(FieldError) in try content.fields(&f) }
  }
}
