import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import { testDatabase } from '@nikau/testing'
import { afterAll, expect, test } from 'vitest'

const database = await testDatabase()
const bodies: Buffer[] = []
const collector = createServer((request, response) => {
  void buffer(request).then((body) => {
    bodies.push(body)
    response.end()
  })
}).listen(0, '127.0.0.1')
await once(collector, 'listening')
const { port } = collector.address() as { port: number }
afterAll(() => void collector.close())

/** Serves one request with a database query and reports whether OpenTelemetry was loaded. */
const program = `import { startTelemetry } from '@nikau/runtime/telemetry'
const stopTelemetry = await startTelemetry('trace-test')
const { createServer } = await import('node:http')
const { openDatabase, createLog, Secret } = await import('@nikau/runtime')
const database = openDatabase({ url: new Secret(process.env.URL), name: 't', log: createLog({ name: 't', level: 'silent' }) })
const server = createServer((request, response) => database.pool.query('select $1::text as canary', ['canary-value']).then(() => response.end())).listen(0)
await new Promise((resolve) => server.on('listening', resolve))
await fetch('http://127.0.0.1:' + server.address().port + '/?code=canary-code')
server.closeAllConnections()
server.close()
await database.close()
await stopTelemetry()
console.log(globalThis[Symbol.for('opentelemetry.js.api.1')] ? 'watched' : "unwatched")`

async function run(env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    env: { URL: database.url, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return await text(child.stdout)
}

test('with the variable set, requests and statements are traced, without values or secrets', async () => {
  expect(await run({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` })).toBe('watched\n')
  const sent = Buffer.concat(bodies).toString('latin1')
  expect(sent).toContain('trace-test')
  expect(sent).toContain('select $1::text as canary')
  expect(sent).not.toMatch(/canary-value|canary-code/)
}, 60_000)

test('without the variable OpenTelemetry is not loaded', async () => {
  bodies.length = 0
  expect(await run({})).toBe('unwatched\n')
  expect(bodies).toEqual([])
})
