/// All rules, by area.
public enum Rules {
  /// All rules in the order in which they are checked.
  public static let all: [any Rule.Type] =
    truth + structure + references + data + codec + samples + fragments + cmaf

  /// The rules that tell whether a file can be read completely.
  public static let reading = all.filter { $0.concernsReading }

  /// The rules that tell whether the name and the brands of a file are true of its content.
  public static let naming: [any Rule.Type] = [
    ContainerDiffers.self, ExtensionDiffers.self, BrandCodecUnmet.self, BrandSequenceUnmet.self,
  ]
}
