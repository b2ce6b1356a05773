import ISOBMFF
import Testing

extension Mutation {
  static let fragments: [Mutation] = []
}
