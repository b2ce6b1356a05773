/// How much time an encoder takes for small files.
public enum EncodingSpeed: String, Sendable, CaseIterable {
  case fast, medium, slow
}
