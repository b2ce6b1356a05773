/// A hash of a name in eight bytes, for very many names.
///
/// The hash has a key that differs from process to process, so that nobody can choose two names with the same hash.
/// Among a million names, two have the same hash with a probability of 1 in 37 million.
struct OutputNameHash: Hashable {
  private let value: Int

  /// The hash of a name: equal for names that Swift takes for equal.
  init(_ name: String) { value = name.hashValue }
}
