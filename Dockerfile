# An image with the command: docker build -t boxwalk .
#   docker run --rm --read-only --user "$(id -u):$(id -g)" -v "$PWD:/media" boxwalk convert IMG_1234.HEIC -o photo.jpg
# Movies need -e TMPDIR=/media, too: a folder for temporary files.
FROM swift:6.3-bookworm AS build
WORKDIR /boxwalk
COPY . .
RUN Scripts/setup --libavcodec && Scripts/make-deb packages

FROM debian:12-slim
# For movies, loops, notes of cameras and archives: 330 MB. An image for photos does without: --build-arg LIBRARIES=
ARG LIBRARIES="libavfilter8 libwebpmux3 libexiv2-27 libzip4"
COPY --from=build /boxwalk/packages/boxwalk_*.deb /tmp/
RUN apt-get update && apt-get install --yes /tmp/boxwalk_*.deb $LIBRARIES && rm -rf /tmp/boxwalk_*.deb /var/lib/apt/lists/*
RUN useradd --uid 10001 --home-dir /media --shell /usr/sbin/nologin boxwalk && install -d -o boxwalk /media
USER boxwalk
WORKDIR /media
ENTRYPOINT ["boxwalk"]
CMD ["--help"]
