/// All rules, by area.
public enum Rules {
  /// In the order in which they are asked.
  public static let all: [any Rule.Type] =
    truth + structure + references + data + codec + samples + fragments

  /// The rules that say whether a file can be read in full.
  public static let reading = all.filter { $0.concernsReading }
}
