# Runs the test of the Homebrew formula with an installation:  ruby Scripts/macos/formula_test.rb PREFIX
# Only what the formula uses of Homebrew is here.
require "pathname"
require "tmpdir"

ROOT = Pathname(__dir__).parent.parent

class Formula
  class << self
    attr_reader :block

    def test(&block) = @block = block
    def method_missing(*, **) = nil
    def respond_to_missing?(*) = true
  end

  def prefix = Pathname(File.expand_path(ARGV.fetch(0)))
  def bin = prefix/"bin"
  def lib = prefix/"lib"
  def include = prefix/"include"
  def testpath = Pathname(Dir.pwd)
  def test_fixtures(name) = testpath/name

  def system(*command)
    Kernel.system(*command.map(&:to_s)) or abort "failed: #{command.join(" ")}"
  end

  def shell_output(command, wanted = 0)
    `#{command}`.tap { abort "#{command}: exit code #{$?.exitstatus}" if $?.exitstatus != wanted }
  end

  def assert_equal(wanted, found) = wanted == found || abort("#{found.inspect} is not #{wanted.inspect}")
  def assert_match(wanted, found) = found.match?(wanted) || abort("#{found.inspect} has no #{wanted.inspect}")
  def refute_match(wanted, found) = !found.match?(wanted) || abort("#{found.inspect} has #{wanted.inspect}")
end

def ENV.cc = "cc"

load ROOT/"Formula/boxwalk.rb"
formula = Boxwalk.new
ENV["LD_LIBRARY_PATH"] = formula.lib.to_s
Dir.mktmpdir do |folder|
  fixture = (ROOT/"SampleMedia/meadow.jpg").binread
  Dir.chdir(folder) do
    Pathname("test.jpg").binwrite(fixture)
    formula.instance_exec(&Boxwalk.block)
  end
end
