import { spawn } from 'node:child_process'
import { plantSmallBuild, faults, type Fault } from './check-self-faults.ts'
import { makeScratch, type Scratch } from './check-self-scratch.ts'

// `pnpm check:self`: do the checks see anything? In a scratch copy one fault at a time is planted, and the check that
// is there for it has to fail and to name it. The copy without faults has to pass first: a check that always fails
// catches nothing either.

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
  process.exitCode = (await prove()) ? 0 : 1
} finally {
  cleanUp()
}

async function prove(): Promise<boolean> {
  const used = [...new Set(faults.map(({ check }) => check))]
  await Promise.all(
    lanes.map(async (scratch) => {
      plantSmallBuild(scratch)
      scratch.keep()
    }),
  )
  const halves = lanes.map((_, lane) => used.filter((_name, index) => index % lanes.length === lane))
  const clean = await Promise.all(lanes.map((scratch, lane) => check(scratch, halves[lane] ?? [])))
  if (clean.some(({ code }) => code !== 0)) {
    console.log(`the tree is not clean before any fault is planted\n${clean.map(({ output }) => output).join('\n')}`)
    return false
  }
  console.log(`clean without faults: ${used.join(', ')}`)

  const queue = [...faults]
  const missed: string[] = []
  await Promise.all(
    lanes.map(async (scratch) => {
      for (let fault = queue.shift(); fault; fault = queue.shift()) {
        const { caught, output } = await tryOne(scratch, fault)
        console.log(`${caught ? 'caught' : 'MISSED'}  ${fault.check.padEnd(13)}${fault.what}`)
        if (!caught) missed.push(`${fault.what}: expected ${fault.reported} from ${fault.check}, which said\n${output}`)
      }
    }),
  )
  for (const report of missed) console.log(`\n${report}`)
  console.log(`\ncaught ${faults.length - missed.length} of ${faults.length} in ${((Date.now() - started) / 1000).toFixed(1)} s`)
  return missed.length === 0
}

async function tryOne(scratch: Scratch, fault: Fault): Promise<{ caught: boolean; output: string }> {
  fault.plant(scratch)
  try {
    const { code, output } = await check(scratch, [fault.check])
    return { caught: code === 1 && fault.reported.test(output), output }
  } finally {
    scratch.undo()
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
