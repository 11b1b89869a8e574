import type { Log } from '@nikau/runtime'
import pg from 'pg'

/** A LISTEN connection that is opened again when it is lost. */
export interface Listener {
  /** The present connection; undefined while there is none. Between two of them notifications may have been missed. */
  connection(): object | undefined
  close(): Promise<void>
}

const reconnectMs = 500

export async function listenTo(options: {
  url: string
  name: string
  channel: string
  log: Log
  onPayload(payload: string): void
  onLost(): void
}): Promise<Listener> {
  const { channel, log } = options
  let listener: pg.Client | undefined
  let closed = false

  const listen = async (): Promise<void> => {
    if (closed) return
    const client = new pg.Client({
      connectionString: options.url,
      application_name: options.name,
      connectionTimeoutMillis: 2000,
      keepAlive: true,
    })
    const onLost = (error?: Error) => {
      if (listener !== client) return
      listener = undefined
      options.onLost()
      if (closed) return
      log.warn({ err: error, channel }, 'LISTEN connection lost')
      setTimeout(() => void listen(), reconnectMs)
    }
    client.on('error', onLost)
    client.on('end', () => onLost())
    client.on('notification', ({ payload }) => {
      if (payload) options.onPayload(payload)
    })
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      // Closed while connecting: an open connection would keep the process from ending.
      if (closed) return await client.end()
      listener = client
    } catch (error) {
      log.warn({ err: error, channel }, 'LISTEN connection failed; retrying')
      await client.end().catch(() => {})
      setTimeout(() => void listen(), reconnectMs)
    }
  }
  await listen()

  return {
    connection: () => listener,
    async close() {
      closed = true
      await listener?.end()
    },
  }
}
