import { createServer, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { type Faults, applyFaults } from './faults.ts'
import type { Inbox } from './inbox.ts'

const maxBytes = 1024 * 1024

/** A mail server that accepts email for any address. */
export async function startSmtp(options: { host: string; port: number; inbox: Inbox; faults: Faults }) {
  const { inbox, faults } = options
  const sockets = new Map<number, Socket>()
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: maxBytes,
    banner: 'messages sandbox',
    logger: false,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onConnect: (session, done) => {
      if (faults.down) sockets.get(session.remotePort)?.destroy()
      else done()
    },
    onData: (stream, session, done) => {
      void handleMessage(stream, session, done)
    },
  })
  server.on('error', () => {
    // Clients drop connections; there is nothing to do.
  })

  async function handleMessage(stream: Readable, session: SMTPServerSession, done: (error?: Error | null) => void): Promise<void> {
    try {
      const error = await acceptMessage(await buffer(stream), session)
      if (error !== 'dropped') done(error)
    } catch (error) {
      done(error as Error)
    }
  }

  async function acceptMessage(raw: Buffer, session: SMTPServerSession): Promise<Error | null | 'dropped'> {
    const email = await PostalMime.parse(raw)
    const delivery = await applyFaults(faults, () => {
      for (const { address } of session.envelope.rcptTo) {
        inbox.accept({
          channel: 'email',
          to: address,
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
          subject: email.subject ?? '',
          text: (email.text ?? '').trim(),
          key: email.messageId ?? `none-${Date.now()}-${Math.random()}`,
        })
      }
    })
    if (delivery === 'accepted') return null
    if (delivery === 'dropped') {
      inbox.count('dropped')
      sockets.get(session.remotePort)?.destroy()
      return 'dropped'
    }
    inbox.count('refused')
    return delivery === 'refused'
      ? Object.assign(new Error('Try again later'), { responseCode: 451 })
      : Object.assign(new Error('No such mailbox'), { responseCode: 550 })
  }

  const listener = createServer((socket) => {
    const port = socket.remotePort ?? 0
    sockets.set(port, socket)
    socket.once('close', () => sockets.delete(port))
    socket.on('error', () => socket.destroy())
    server.server.emit('connection', socket)
  })
  await new Promise<void>((resolve, reject) => void listener.once('error', reject).listen(options.port, options.host, resolve))
  return {
    port: (listener.address() as { port: number }).port,
    stop: async () => {
      for (const socket of sockets.values()) socket.destroy()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}
