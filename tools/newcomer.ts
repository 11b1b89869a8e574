import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

// What the README promises a newcomer: `pnpm dev` on an empty data folder is up within 40 s, `pnpm smoke` finds everything there, and Ctrl-C ends it.

const root = join(import.meta.dirname, '..')
const base = '4700'
const began = Date.now()
const dev = spawn('node', ['tools/dev.ts', '--fresh', '--base', base, '--data', '.data/newcomer'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
let text = ''
dev.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
while (!text.includes('Ctrl-C') && dev.exitCode === null && Date.now() - began < 240_000) await new Promise((resolve) => setTimeout(resolve, 100))
const seconds = (Date.now() - began) / 1000
console.log(text)
const smoke = spawnSync('node', ['tools/smoke.ts', '--base', base], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
console.log(smoke.stdout.toString())
dev.kill('SIGINT')
const [code] = (await once(dev, 'exit')) as [number | null]
const good = seconds <= 40 && smoke.status === 0 && code === 0
console.log(`${good ? 'PASS' : 'FAIL'} up after ${seconds.toFixed(1)} s (bar 40), smoke ${smoke.status === 0 ? 'passed' : 'failed'}, stopped with ${code}`)
process.exit(good ? 0 : 1)
