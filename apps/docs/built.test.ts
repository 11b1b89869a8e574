import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createBuiltServer } from './built.ts'

const dist = mkdtempSync(join(tmpdir(), 'nikau-docs-'))
const script = "document.documentElement.classList.add('dark')"
writeFileSync(join(dist, 'index.html'), `<script id="x">${script}</script><script type="module" src="/app.js"></script>`)
writeFileSync(join(dist, '404.html'), 'Not here')
const server = createBuiltServer(dist).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => {
  server.close()
  rmSync(dist, { recursive: true })
})
const { port } = server.address() as AddressInfo

/** As it is written, which fetch would put right. */
async function get(path: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nhost: docs\r\nconnection: close\r\n\r\n`)
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  return answer
}

test('an address that cannot be read is refused, and the next one is answered', async () => {
  for (const path of ['/%', '/%E0%A4%A', '//', '/%00']) expect(await get(path)).toMatch(/^HTTP\/1\.1 40[04] /)
  expect(await get('/%')).toMatch(/^HTTP\/1\.1 400 /)
  expect(await get('/')).toMatch(/^HTTP\/1\.1 200 /)
  expect(await get('/nowhere')).toMatch(/^HTTP\/1\.1 404 [^]*Not here/)
  expect(await get('/..%2f..%2fetc/passwd')).toMatch(/^HTTP\/1\.1 404 /)
})

test('no other page frames the documentation, and it runs only the scripts that were built', async () => {
  const policy = (await fetch(`http://127.0.0.1:${port}/`)).headers.get('content-security-policy')
  const hash = createHash('sha256').update(script).digest('base64')
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect(policy).toContain("frame-ancestors 'none'")
  const other = (await fetch(`http://127.0.0.1:${port}/nowhere`)).headers.get('content-security-policy')
  expect(other).toContain("script-src 'self';")
})
