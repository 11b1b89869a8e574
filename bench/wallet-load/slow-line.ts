import { createServer, connect, type Server, type Socket } from 'node:net'

export interface Line {
  /** Bytes a second in each direction, shared by all connections. */
  bytesPerSecond: number
  /** From sending a request to the first byte of its response, besides what the server needs. */
  latencyMs: number
}

/**
 * A TCP proxy that is as slow as a line. Between the browser and the server it slows everything, also what a service worker fetches,
 * which the browser's own emulation leaves out.
 */
export async function openSlowLine(target: number, line: Line): Promise<{ port: number; close: () => void }> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
    forward(client, upstream, up, line.latencyMs / 2)
    forward(upstream, client, down, line.latencyMs / 2)
  })
  const [up, down] = [createMeter(line.bytesPerSecond), createMeter(line.bytesPerSecond)]
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** When the line has carried this many more bytes. */
function createMeter(bytesPerSecond: number): (bytes: number) => number {
  let freeAt = 0
  return (bytes) => (freeAt = Math.max(freeAt, performance.now()) + (bytes / bytesPerSecond) * 1000)
}

/** Packets of a usual size, so that connections share the line, and the next is read only when the last has gone. */
function forward(from: Socket, to: Socket, meter: (bytes: number) => number, delayMs: number): void {
  const send = async (data: Buffer) => {
    for (let at = 0; at < data.length; at += 1460) {
      const packet = data.subarray(at, at + 1460)
      await until(meter(packet.length))
      setTimeout(() => to.writable && to.write(packet), delayMs)
    }
    from.resume()
  }
  from.on('data', (data: Buffer) => {
    from.pause()
    void send(data)
  })
  from.on('end', () => setTimeout(() => to.end(), delayMs + 5))
}

async function until(time: number): Promise<void> {
  const wait = time - performance.now()
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
}
