import { connect, type Socket } from 'node:net'
import { readFileSync } from 'node:fs'

// A separate process that sends the calls of a file over persistent connections and measures each. It writes requests and reads
// responses as bytes, because a full HTTP client would use more processor time than the server under test.
//   node load.ts <port> <file> <connections> <seconds> [calls a second]

interface Call {
  method: string
  path: string
  headers: Record<string, string>
  body?: object
}

const [port, file, connections, seconds, rate] = process.argv.slice(2)
const calls = (JSON.parse(readFileSync(file!, 'utf8')) as Call[]).map(encode)
const latencies: number[] = []
const statuses: Record<string, number> = {}
let next = 0
let ended = false
// The clock starts when all connections are open: an open page already has one.
const sockets = await Promise.all(Array.from({ length: Number(connections) }, connected))
const began = performance.now()
const until = began + Number(seconds) * 1000
/** When each call is due, if there is a rate; otherwise as soon as a connection is free. */
const dueAt = (n: number) => (rate === undefined ? 0 : began + (n / Number(rate)) * 1000)

function encode({ method, path, headers, body }: Call): Buffer {
  const payload = body ? JSON.stringify(body) : ''
  const lines = [`${method} ${path} HTTP/1.1`, 'host: bench', 'connection: keep-alive', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
  if (body) lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(payload)}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${payload}`)
}

await Promise.all(sockets.map(drive))
const took = (performance.now() - began) / 1000
latencies.sort((a, b) => a - b)
const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
console.log(JSON.stringify({ perSecond: latencies.length / took, p50: at(0.5), p99: at(0.99), count: latencies.length, statuses }))

function connected(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

/** One connection: a call, its response, the next call. */
function drive(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    let pending: Buffer = Buffer.alloc(0)
    let sentAt = 0
    const send = () => {
      if (ended || next >= calls.length || performance.now() >= until) {
        ended = true
        socket.end()
        return resolve()
      }
      const n = next++
      const due = dueAt(n)
      const go = () => {
        // With a rate, the time a call waits for a free connection counts too.
        sentAt = rate === undefined ? performance.now() : due
        socket.write(calls[n]!)
      }
      const wait = due - performance.now()
      if (wait > 0.5) setTimeout(go, wait)
      else go()
    }
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      const end = pending.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = pending.subarray(0, end).toString('latin1')
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (pending.length < end + 4 + length) return
      const status = head.slice(9, 12)
      statuses[status] = (statuses[status] ?? 0) + 1
      latencies.push(performance.now() - sentAt)
      pending = pending.subarray(end + 4 + length)
      send()
    })
    send()
  })
}
