// `pnpm bench <name> [--quick]`: each bench is bench/<name>/bench.ts. Its last line is a JSON object with the figures of the run.
const name = process.argv[2]
if (!name || !/^[a-z-]+$/.test(name)) {
  console.error('usage: pnpm bench <name> [--quick]')
  process.exit(2)
}
await import(`./${name}/bench.ts`)
