#!/usr/bin/env bash
# Lab: the JavaScript example of the schemas with its packages. No server: a folder to run node in.
#   javascript.sh install DATA          the packages of its lock file, from npm (180 MB)
# Node 18 or later and npm are taken from Debian where there are none.
. "$(dirname "$0")/lib.sh"

SOURCE=$LAB_DIR/../../../schemas/examples/javascript

install() {
  data_folder "${1:-}"
  command -v node > /dev/null || apt_get nodejs
  command -v npm > /dev/null || apt_get npm
  need node npm
  cp "$SOURCE"/*.js "$SOURCE"/package.json "$DATA/"
  if ! cmp -s "$SOURCE/package-lock.json" "$DATA/installed.json"; then
    cp "$SOURCE/package-lock.json" "$DATA/"
    # The lock file says what every package must hash to, and leaves it to npm where it comes from.
    npm ci --prefix "$DATA" --no-audit --no-fund --ignore-scripts --loglevel=error >&2
    cp "$SOURCE/package-lock.json" "$DATA/installed.json"
  fi
}

case "${1:-}" in
  install) "$@" ;;
  *) die "usage: $LAB_NAME.sh install DATA" ;;
esac
