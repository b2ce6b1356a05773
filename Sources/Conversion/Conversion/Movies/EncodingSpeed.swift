/// The speed of an encoder; slower encoding makes smaller files.
public enum EncodingSpeed: String, Sendable, CaseIterable {
  case fast, medium, slow
}
