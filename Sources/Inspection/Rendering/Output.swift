/// Where text goes: collected, and handed on in large pieces.
public final class Output {
  private var pending: [UInt8] = []
  private let write: ([UInt8]) -> Void

  /// - Parameter write: receives UTF-8 in pieces.
  public init(_ write: @escaping ([UInt8]) -> Void) { self.write = write }

  public func put(_ text: some StringProtocol) {
    pending += text.utf8
    if pending.count > 1 << 16 { flush() }
  }

  public func line(_ text: String = "") {
    put(text)
    pending.append(0x0A)
  }

  public func flush() {
    if !pending.isEmpty { write(pending) }
    pending.removeAll(keepingCapacity: true)
  }
}
