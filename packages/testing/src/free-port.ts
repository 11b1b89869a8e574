import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port that nobody listens at, for a process that has yet to start. It lies below the range from which the system serves
 * whoever connects or asks for any port: one of those could be somebody else's by the time it is used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000)
    const server = createServer()
    try {
      await once(server.listen(port), 'listening')
    } catch (error) {
      if ((error as { code?: string }).code === 'EADDRINUSE') continue
      throw error
    }
    const closed = once(server, 'close')
    server.close()
    await closed
    return port
  }
}
