import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('a failed process that started a server keeps its exit code', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nikau-exit-'))
  await chmod(folder, 0o755)
  const script = `
    import { startPostgres } from '${join(import.meta.dirname, 'index.ts')}'
    const server = await startPostgres({ folder: '${join(folder, 'data')}', port: ${randomInt(30_001, 32_000)}, durable: false })
    await server.stop()
    process.exitCode = 3`
  const code = await new Promise((resolve) => {
    execFile(process.execPath, ['--input-type=module-typescript', '-e', script], (error) => resolve(error?.code ?? 0))
  })
  expect(code).toBe(3)
  await rm(folder, { recursive: true, force: true })
})
