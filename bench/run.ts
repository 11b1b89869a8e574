// `pnpm bench <name> [--quick]`: each bench is bench/<name>/bench.ts; its last line is one JSON object of ratios measured in one run.
const name = process.argv[2]
if (!name || !/^[a-z-]+$/.test(name)) {
  console.error('usage: pnpm bench <name> [--quick]')
  process.exit(2)
}
await import(`./${name}/bench.ts`)
