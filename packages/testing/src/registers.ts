import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from './free-port.ts'

const root = join(import.meta.dirname, '../../..')
const key = 'sandbox-registers-key'

/** Starts the sandbox of the public registers as a process. */
export async function startRegisters() {
  const port = await freePort()
  const env = { ...process.env, REGISTERS_PORT: String(port), REGISTERS_KEY: key }
  const child = spawn(process.execPath, ['sandboxes/registers/src/serve.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  await once(createInterface({ input: child.stdout }), 'line')
  return {
    /** For NZBN_REGISTER. */
    entry: { url: `http://localhost:${port}`, key },
    stop: async () => {
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}
