/// A name in eight bytes, where there are very many.
///
/// The hash has a key that is another in each process, so that nobody can choose two names that are
/// one here. That any two of a million are is as likely as 1 to 37 million.
struct NameHash: Hashable {
  private let value: Int

  /// The hash of a name: equal for names that Swift takes for equal.
  init(_ name: String) { value = name.hashValue }
}
