/// Numbers as playlists and manifests write them.
enum StreamNumber {
  /// The limit leaves space for sums of a few numbers.
  static let greatest = 1 << 60

  /// `1024`: digits that are at most ``greatest``; nil for anything else.
  static func whole(_ text: some StringProtocol) -> Int? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text) else {
      return nil
    }
    return number <= greatest ? number : nil
  }

  /// `9.975`: digits with at most one point; nil for anything else, such as `1e9`, `nan` and `0x1p3`.
  static func decimal(_ text: some StringProtocol) -> Double? {
    guard !text.isEmpty, text.utf8.count < 40,
      text.utf8.enumerated().allSatisfy({ index, byte in
        (48...57).contains(byte) || byte == UInt8(ascii: ".")
          || index == 0 && byte == UInt8(ascii: "-")
      })
    else { return nil }
    return Double(String(text))
  }
}
