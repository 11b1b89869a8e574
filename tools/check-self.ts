import { spawn } from 'node:child_process'
import { plantSmallBuild, faults, type Fault } from './check-self-faults.ts'
import { makeScratch, type Scratch } from './check-self-scratch.ts'

// `pnpm check:self` tests the checks. It plants a fault in a copy of the repository; the check for it must fail and name the
// fault. The copy must pass before any fault is planted: a check that always fails catches nothing. With `--after-check` that
// part is left out, because `pnpm check` shows it of the same source in the same run of CI.

const started = Date.now()
const lanes = [makeScratch(), makeScratch()]
const cleanUp = () => lanes.forEach((scratch) => scratch.remove())
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    cleanUp()
    process.exit(1)
  })
}

try {
  process.exitCode = (await catchAll()) ? 0 : 1
} finally {
  cleanUp()
}

async function catchAll(): Promise<boolean> {
  const used = [...new Set(faults.map(({ check }) => check))]
  await Promise.all(
    lanes.map(async (scratch) => {
      plantSmallBuild(scratch)
      scratch.setBaseline()
    }),
  )
  if (!process.argv.includes('--after-check') && !(await passClean(used))) return false

  const queue = groupFaults()
  const missed: string[] = []
  await Promise.all(
    lanes.map(async (scratch) => {
      for (let group = queue.shift(); group; group = queue.shift()) {
        const { code, output } = await plantAndCheck(scratch, group)
        for (const fault of group) {
          const caught = code === 1 && fault.reported.test(output)
          console.log(`${caught ? 'caught' : 'MISSED'}  ${fault.check.padEnd(16)}${fault.what}`)
          if (!caught) missed.push(`${fault.what}: expected ${fault.reported} from ${fault.check}, which printed\n${output}`)
        }
      }
    }),
  )
  for (const report of missed) console.log(`\n${report}`)
  console.log(`\ncaught ${faults.length - missed.length} of ${faults.length} in ${((Date.now() - started) / 1000).toFixed(1)} s`)
  return missed.length === 0
}

/** Without a planted fault every check passes. */
async function passClean(used: string[]): Promise<boolean> {
  const halves = lanes.map((_, lane) => used.filter((_name, index) => index % lanes.length === lane))
  const clean = await Promise.all(lanes.map((scratch, lane) => check(scratch, halves[lane] ?? [])))
  if (clean.some(({ code }) => code !== 0)) {
    console.log(`checks fail before any fault is planted\n${clean.map(({ output }) => output).join('\n')}`)
    return false
  }
  console.log(`clean without planted faults: ${used.join(', ')}`)
  return true
}

/** Faults that are planted at the same time: those marked so, by check; any other alone. */
function groupFaults(): Fault[][] {
  const together = Object.values(Object.groupBy(faults, ({ together, check }) => (together ? check : '')))
  return together.flatMap((group = []) => (group[0]?.together ? [group] : group.map((fault) => [fault])))
}

async function plantAndCheck(scratch: Scratch, group: Fault[]): Promise<{ code: number | null; output: string }> {
  for (const fault of group) fault.plant(scratch)
  try {
    return await check(scratch, [group[0]!.check])
  } finally {
    scratch.reset()
  }
}

function check(scratch: Scratch, names: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['tools/check.ts', '--only', names.join(',')], { cwd: scratch.root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => void (output += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}
