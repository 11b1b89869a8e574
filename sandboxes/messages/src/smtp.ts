import { createServer, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { type Faults, meet } from './faults.ts'
import type { Inbox } from './inbox.ts'

const largest = 1024 * 1024

/** A mail server that takes letters for anyone and keeps them in the inbox. */
export async function startSmtp(options: { host: string; port: number; inbox: Inbox; faults: Faults }) {
  const { inbox, faults } = options
  const sockets = new Map<number, Socket>()
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: largest,
    banner: 'sandbox of the outside world',
    logger: false,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onConnect: (session, done) => {
      if (faults.down) sockets.get(session.remotePort)?.destroy()
      else done()
    },
    onData: (stream, session, done) => {
      void answerTo(stream, session, done)
    },
  })
  server.on('error', () => {
    // A client that hangs up in the middle is an everyday event of a mail server; there is nobody to tell.
  })

  async function answerTo(stream: Readable, session: SMTPServerSession, done: (error?: Error | null) => void): Promise<void> {
    try {
      const answer = await take(await buffer(stream), session)
      if (answer !== 'hang up') done(answer)
    } catch (error) {
      done(error as Error)
    }
  }

  async function take(raw: Buffer, session: SMTPServerSession): Promise<Error | null | 'hang up'> {
    const letter = await PostalMime.parse(raw)
    const verdict = await meet(faults, () => {
      for (const { address } of session.envelope.rcptTo) {
        inbox.accept({
          channel: 'email',
          to: address,
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
          subject: letter.subject ?? '',
          text: (letter.text ?? '').trim(),
          key: letter.messageId ?? `none-${Date.now()}-${Math.random()}`,
        })
      }
    })
    if (verdict === 'taken') return null
    if (verdict === 'dropped') {
      inbox.count('dropped')
      sockets.get(session.remotePort)?.destroy()
      return 'hang up'
    }
    inbox.count('refused')
    return verdict === 'refused'
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
