import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pause } from '../harness/wait.ts'

/** Two clocks that stand still until they are moved: one for the APIs and one for the workers, so that a return can meet a claim that is still in time. */
export async function startClocks(start: Date) {
  const times = { api: start, work: start }
  const server = createServer((request, response) => {
    const name = request.url === '/work' ? 'work' : 'api'
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ now: times[name].toISOString(), frozen: true }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    urlOf: (name: keyof typeof times) => `${origin}/${name}`,
    now: () => times.api,
    /** Moves clocks forward and waits until every process has read its own. */
    async move(to: Date, ...names: (keyof typeof times)[]) {
      for (const name of names) times[name] = to
      await pause(450)
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
