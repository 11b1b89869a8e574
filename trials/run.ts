// `pnpm trial <name> [options]`: each trial is trials/<name>/trial.ts, prints what it did and exits non-zero when money or a message went astray.
const name = process.argv[2]
if (!name || !/^[a-z-]+$/.test(name)) {
  console.error('usage: pnpm trial <name>')
  process.exit(2)
}
await import(`./${name}/trial.ts`)
