import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

// Proves the README's first steps: `pnpm dev` on an empty data folder starts within 40 s, `pnpm smoke` passes, and Ctrl-C stops it.

const root = join(import.meta.dirname, '..')
const base = '4700'
const maxSeconds = 40
const startedAt = Date.now()
const dev = spawn('node', ['tools/dev.ts', '--fresh', '--base', base, '--data', '.data/onboarding'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
let output = ''
dev.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
while (!output.includes('Ctrl-C') && dev.exitCode === null && Date.now() - startedAt < 240_000) await new Promise((resolve) => setTimeout(resolve, 100))
const seconds = (Date.now() - startedAt) / 1000
console.log(output)
const smoke = spawnSync('node', ['tools/smoke.ts', '--base', base], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
console.log(smoke.stdout.toString())
dev.kill('SIGINT')
const [code] = (await once(dev, 'exit')) as [number | null]
const good = seconds <= maxSeconds && smoke.status === 0 && code === 0
console.log(
  `${good ? 'PASS' : 'FAIL'} started after ${seconds.toFixed(1)} s (limit ${maxSeconds}), smoke ${smoke.status === 0 ? 'passed' : 'failed'}, stopped with ${code}`,
)
process.exit(good ? 0 : 1)
