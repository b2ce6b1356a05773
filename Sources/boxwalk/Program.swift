import Commands

@main
enum Program {
  static func main() async { await Boxwalk.start() }
}
