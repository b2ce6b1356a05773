/// Where text goes: collected, and handed on in large pieces.
public final class Output {
  private var pending: [UInt8] = []
  private let write: ([UInt8]) -> Void
  static let room = 1 << 16

  /// - Parameter write: receives UTF-8 in pieces.
  public init(_ write: @escaping ([UInt8]) -> Void) { self.write = write }

  public func put(_ text: String) { put(Array(text.utf8)) }

  public func line(_ text: String = "") {
    put(text)
    pending.append(UInt8(ascii: "\n"))
  }

  public func flush() {
    if !pending.isEmpty { write(pending) }
    pending.removeAll(keepingCapacity: true)
  }

  /// UTF-8.
  func put(_ bytes: [UInt8]) {
    pending += bytes
    if pending.count > Output.room { flush() }
  }
}
