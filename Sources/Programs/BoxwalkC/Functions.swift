// The names are those of C.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CBoxwalk
import Platform
import Service
import Verification

// The functions of boxwalk.h, which describes them, and with which the compiler compares them. Pointers come from C:
// the header states the owner of their memory, and they are checked for NULL before use.

/// The version, as "1.2.3".
@c @implementation
public func boxwalk_version() -> UnsafePointer<CChar>! {
  // A constant, which ends with a zero byte.
  unsafe UnsafeRawPointer(boxwalkVersion.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// Opens Boxwalk with options in JSON.
@c @implementation
public func boxwalk_open(
  _ options: UnsafePointer<CChar>!, _ opened: UnsafeMutablePointer<OpaquePointer?>!,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> boxwalk_status {
  unsafe opened?.pointee = nil
  return unsafe answer(nil, error) { () throws(ServiceError) in
    guard let opened = unsafe opened else { throw ServiceError(missing: "opened") }
    let boxwalk = try OpenedBoxwalk(unsafe optionalText(options, "options"))
    // boxwalk_close releases it.
    unsafe opened.pointee = OpaquePointer(Unmanaged.passRetained(boxwalk).toOpaque())
    return nil
  }
}

/// Ends the worker, and frees the structure.
@c @implementation
public func boxwalk_close(_ opened: OpaquePointer!) {
  guard let opened = unsafe opened else { return }
  // The object that boxwalk_open has retained.
  unsafe Unmanaged<OpenedBoxwalk>.fromOpaque(UnsafeRawPointer(opened)).release()
}

/// Describes a photo or movie.
@c @implementation
public func boxwalk_inspect(
  _ opened: OpaquePointer!, _ path: UnsafePointer<CChar>!, _ options: UnsafePointer<CChar>!,
  _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> boxwalk_status {
  unsafe answer(json, error) { () throws(ServiceError) in
    try unsafe boxwalk(opened).answer(
      "inspect", ["path": text(path, "path")], optionalText(options, "options"))
  }
}

/// Checks a photo or movie by the rules of its format.
@c @implementation
public func boxwalk_verify(
  _ opened: OpaquePointer!, _ path: UnsafePointer<CChar>!, _ options: UnsafePointer<CChar>!,
  _ verdict: UnsafeMutablePointer<boxwalk_verdict>!,
  _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> boxwalk_status {
  unsafe answer(json, error) { () throws(ServiceError) in
    guard let verdict = unsafe verdict else { throw ServiceError(missing: "verdict") }
    let answer = try unsafe boxwalk(opened).answer(
      "verify", ["path": text(path, "path")], optionalText(options, "options"))
    unsafe verdict.pointee =
      switch answer.worst {
      case .error: BOXWALK_HAS_ERRORS
      case .warning: BOXWALK_HAS_WARNINGS
      case .note, nil: BOXWALK_INTACT
      }
    return answer
  }
}

/// Converts a photo to a JPEG, PNG, HEIC or AVIF file.
@c @implementation
public func boxwalk_convert(
  _ opened: OpaquePointer!, _ path: UnsafePointer<CChar>!, _ output: UnsafePointer<CChar>!,
  _ options: UnsafePointer<CChar>!, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> boxwalk_status {
  unsafe answer(json, error) { () throws(ServiceError) in
    try unsafe boxwalk(opened).answer(
      "convert", ["path": text(path, "path"), "output": text(output, "output")],
      optionalText(options, "options"))
  }
}

/// Any method of `boxwalk serve`.
@c @implementation
public func boxwalk_ask(
  _ opened: OpaquePointer!, _ method: UnsafePointer<CChar>!, _ parameters: UnsafePointer<CChar>!,
  _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> boxwalk_status {
  unsafe answer(json, error) { () throws(ServiceError) in
    try unsafe boxwalk(opened).answer(
      text(method, "method"), [:], optionalText(parameters, "parameters"))
  }
}

/// Frees a text that another function gave.
@c @implementation
public func boxwalk_free(_ text: UnsafeMutablePointer<CChar>!) {
  // `copy` has allocated it.
  unsafe free(text)
}

// MARK: Conversions to and from C

private func boxwalk(_ opened: OpaquePointer?) throws(ServiceError) -> OpenedBoxwalk {
  guard let opened = unsafe opened else { throw ServiceError(missing: "opened") }
  // boxwalk_open has made it, and boxwalk_close was not called.
  return unsafe Unmanaged<OpenedBoxwalk>.fromOpaque(UnsafeRawPointer(opened)).takeUnretainedValue()
}

private func text(
  _ pointer: UnsafePointer<CChar>?, _ name: String
) throws(ServiceError) -> String {
  guard let text = try unsafe optionalText(pointer, name) else { throw ServiceError(missing: name) }
  return text
}

private func optionalText(
  _ pointer: UnsafePointer<CChar>?, _ name: String
) throws(ServiceError) -> String? {
  guard let pointer = unsafe pointer else { return nil }
  // A text that ends with a zero byte, as the header asks for.
  guard let text = unsafe String(validatingCString: pointer) else {
    throw ServiceError(.parameters, "\(name) is not UTF-8")
  }
  return text
}

extension ServiceError {
  fileprivate init(missing name: String) { self.init(.parameters, "\(name) is NULL") }
}

/// Returns the result of `body`, or the reason for its failure.
private func answer(
  _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ body: () throws(ServiceError) -> ServiceMethods.Answer?
) -> boxwalk_status {
  unsafe json?.pointee = nil
  unsafe error?.pointee = nil
  let failure: ServiceError
  do throws(ServiceError) {
    guard let answer = try body() else { return BOXWALK_DONE }
    guard let json = unsafe json else { return status(of: answer) }
    unsafe json.pointee = copy(answer.document)
    if unsafe json.pointee != nil { return status(of: answer) }
    failure = ServiceError(.fault, "there is no memory for the answer")
  } catch {
    failure = error
  }
  unsafe error?.pointee = copy(failure.sentence.utf8)
  return failure.status
}

private func status(of answer: ServiceMethods.Answer) -> boxwalk_status {
  answer.losesSomething ? BOXWALK_WARNINGS : BOXWALK_DONE
}

/// A text for C, which frees it; nil if there is no memory. Zero bytes, which end a text there, are left
/// out.
private func copy(_ bytes: some Collection<UInt8>) -> UnsafeMutablePointer<CChar>? {
  let bytes = bytes.filter { $0 != 0 }
  guard let text = unsafe malloc(bytes.count + 1) else { return nil }
  // It has the room.
  let buffer = unsafe UnsafeMutableRawBufferPointer(start: text, count: bytes.count + 1)
  unsafe buffer.copyBytes(from: bytes)
  unsafe buffer[bytes.count] = 0
  return unsafe text.assumingMemoryBound(to: CChar.self)
}
