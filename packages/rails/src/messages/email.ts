import { createHash } from 'node:crypto'
import type { Secret } from '@nikau/runtime'
import { createTransport } from 'nodemailer'
import { RailError } from '../error.ts'
import type { Email } from './message.ts'

/** A connection per letter: nothing stale is kept, and no stage of the talk may stay silent for longer than this. */
const patience = { connectionTimeout: 2000, greetingTimeout: 2000, dnsTimeout: 2000, socketTimeout: 5000 }

export function openEmail({ url, from }: { url: Secret; from: string }): (email: Email) => Promise<void> {
  const transport = createTransport({ url: url.reveal(), ...patience, disableFileAccess: true, disableUrlAccess: true })
  return async ({ to, subject, text, key, date, signal }) => {
    if (signal?.aborted) throw new RailError('email aborted', { retryable: true })
    try {
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, date, messageId: messageIdOf(key) })
    } catch (error) {
      throw refusal(error)
    }
  }
}

/** The same key gives the same Message-ID, by which mailboxes recognise a letter that was delivered twice. */
export function messageIdOf(key: string): string {
  return `<${createHash('sha256').update(key).digest('hex').slice(0, 32)}@message.nikau.invalid>`
}

/** Only a lasting refusal of this letter or this mailbox is final. A refused sign-in, a lost line or a busy server is tried again. */
function refusal(error: unknown): RailError {
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string }
  const aboutTheLetter = code === 'EENVELOPE' || code === 'EMESSAGE'
  const final = aboutTheLetter && (responseCode === undefined || responseCode >= 500)
  return new RailError(`email ${[code, command, responseCode].filter(Boolean).join(' ')}`, { retryable: !final, cause: error })
}
