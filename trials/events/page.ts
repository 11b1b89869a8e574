import { pause } from '../harness/wait.ts'

/** One open page of the portal, as apps/web/src/lib/event-stream.ts keeps it connected. */
export interface Page {
  accountId: string
  /** Ids of the events in the order in which they came, over all connections. */
  ids: string[]
  isConnected: boolean
  /** From each lost connection to the next one, in ms. */
  gaps: number[]
  resets: number
  /** Attempts that brought no stream, by what came instead. */
  failed: string[]
  /** From the payment's time to the event, in ms. */
  delays: number[]
  close(): Promise<void>
}

interface Event {
  id: string
  kind: string
  at?: string
}

const pauseAfter = (failures: number) => Math.min(4000, 1000 * 2 ** failures) * (0.5 + Math.random() / 2)

/** Keeps one connection open, to the first process that accepts it, and resumes after the last id that it got. */
export function openPage({ accountId, headers, nextOrigins }: { accountId: string; headers: Record<string, string>; nextOrigins: () => string[] }): Page {
  const closing = new AbortController()
  let lastId: string | undefined
  let lostAt: number | undefined
  const page = { accountId, ids: [] as string[], isConnected: false, gaps: [] as number[], resets: 0, failed: [] as string[], delays: [] as number[] }

  const take = ({ id, kind, at }: Event) => {
    lastId = id
    if (kind === 'reset') return void page.resets++
    page.ids.push(id)
    page.delays.push(Date.now() - Date.parse(at!))
  }
  const open = (origin: string) =>
    fetch(`${origin}/api/accounts/${accountId}/events`, {
      headers: { ...headers, ...(lastId !== undefined && { 'last-event-id': lastId }) },
      signal: closing.signal,
    })
  const connect = async () => {
    const [first, ...others] = nextOrigins()
    // As a balancer does with a process that refuses connections.
    const response = await others.reduce((tried, origin) => tried.catch(() => open(origin)), open(first!))
    if (!response.ok) throw new Error(String(response.status))
    let rest = ''
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      if (!page.isConnected) {
        page.isConnected = true
        if (lostAt !== undefined) page.gaps.push(Date.now() - lostAt)
      }
      const frames = (rest + part).split('\n\n')
      rest = frames.pop()!
      for (const frame of frames) if (frame.startsWith('id: ')) take(JSON.parse(frame.slice(frame.indexOf('data: ') + 6)) as Event)
    }
  }
  const run = async () => {
    for (let failures = 0; !closing.signal.aborted; failures++) {
      await connect().catch((error: Error) => page.isConnected || closing.signal.aborted || page.failed.push(error.message))
      if (page.isConnected) {
        failures = -1
        lostAt = Date.now()
      }
      page.isConnected = false
      if (!closing.signal.aborted) await pause(pauseAfter(Math.max(0, failures)))
    }
  }
  const running = run()
  const close = async () => {
    closing.abort()
    await running
  }
  return Object.assign(page, { close })
}
