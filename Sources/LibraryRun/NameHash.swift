/// A name in eight bytes, where there are very many.
///
/// The hash has a key that differs from process to process, so that nobody can choose two names
/// that have the same hash here. Two names of a million have the same one with a likelihood of 1 in
/// 37 million.
struct NameHash: Hashable {
  private let value: Int

  /// The hash of a name: equal for names that Swift takes for equal.
  init(_ name: String) { value = name.hashValue }
}
