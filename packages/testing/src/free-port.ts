import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A free port for a process that is about to start. It is below the ephemeral range, from which the system could assign it to another
 * process in the meantime.
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
