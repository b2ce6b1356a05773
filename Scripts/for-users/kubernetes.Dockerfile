# The image of kubernetes-convert.yaml, on the release of Debian on which Scripts/make-deb made the package:
#   docker build -f kubernetes.Dockerfile -t registry.example.com/boxwalk:0.1.0 FOLDER-OF-THE-PACKAGE
FROM debian:12-slim
COPY boxwalk_*.deb /tmp/
RUN apt-get update && apt-get install --yes /tmp/boxwalk_*.deb && rm -rf /tmp/boxwalk_*.deb /var/lib/apt/lists/*
