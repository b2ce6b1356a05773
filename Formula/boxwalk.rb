class Boxwalk < Formula
  desc "Reads, explains, repairs and converts the photos and movies that phones make"
  homepage "https://github.com/boxwalk/boxwalk"
  license "Apache-2.0"
  head "https://github.com/boxwalk/boxwalk.git", branch: "main"

  depends_on "pkgconf" => :build
  # It has Swift 6.3.
  depends_on xcode: ["26.4", :build]
  depends_on "brotli"
  depends_on "exiv2"
  depends_on "ffmpeg"
  depends_on "jpeg-turbo"
  depends_on "libde265"
  depends_on "libheif"
  depends_on "libpng"
  depends_on "libzip"
  depends_on "little-cms2"
  depends_on macos: :sequoia
  depends_on "openjpeg"
  depends_on "openssl@3"
  depends_on "rtmpdump"
  depends_on "webp"

  uses_from_macos "python" => :build

  on_linux do
    depends_on "swift" => :build
  end

  def install
    # Headers of the libraries that are loaded at run time.
    ENV["CPATH"] = [HOMEBREW_PREFIX/"include", formula_opt_include("openssl@3")].join(":")
    # Homebrew runs this in its own sandbox.
    programs = Utils.safe_popen_read("Scripts/build", "--disable-sandbox").lines.last.chomp
    system "Scripts/install", "--prefix", prefix, "--build", programs
    bash_completion.install share/"bash-completion/completions/boxwalk"
  end

  test do
    refute_match "problem", shell_output("#{bin}/boxwalk --version")
    photo = test_fixtures("test.jpg")
    system bin/"boxwalk", "inspect", "--tree", photo
    system bin/"boxwalk", "convert", photo, "-o", "photo.png", "--strip", "all"
    assert_equal "\x89PNG".b, (testpath/"photo.png").binread(4)
    (testpath/"version.c").write <<~C
      #include <boxwalk.h>
      #include <stdio.h>
      int main(void) { return puts(boxwalk_version()) < 0; }
    C
    system ENV.cc, "version.c", "-I#{include}", "-L#{lib}", "-lboxwalk", "-o", "version"
    assert_match(/^\d+\.\d+\.\d+$/, shell_output("./version"))
  end
end
