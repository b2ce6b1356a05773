/// All rules, by area.
public enum Rules {
  /// All rules in the order in which they are asked.
  public static let all: [any Rule.Type] =
    truth + structure + references + data + codec + samples + fragments + cmaf

  /// The rules that say whether a file can be read in full.
  public static let reading = all.filter { $0.concernsReading }
}
