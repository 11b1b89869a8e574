import { createHash } from 'node:crypto'
import type { Secret } from '@nikau/runtime'
import { createTransport } from 'nodemailer'
import { RailError } from '../error.ts'
import type { Email } from './message.ts'

/** One connection per email, with a timeout for each stage of the SMTP dialogue. */
const timeouts = { connectionTimeout: 2000, greetingTimeout: 2000, dnsTimeout: 2000, socketTimeout: 5000 }

export function openEmail({ url, from }: { url: Secret; from: string }): (email: Email) => Promise<void> {
  const transport = createTransport({ url: url.reveal(), ...timeouts, disableFileAccess: true, disableUrlAccess: true })
  return async ({ to, subject, text, key, date, signal }) => {
    if (signal?.aborted) throw new RailError('email aborted', { retryable: true })
    try {
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, date, messageId: messageIdOf(key) })
    } catch (error) {
      throw toRailError(error)
    }
  }
}

/** The same key gives the same Message-ID, by which mailboxes recognise a duplicate delivery. */
export function messageIdOf(key: string): string {
  return `<${createHash('sha256').update(key).digest('hex').slice(0, 32)}@message.nikau.invalid>`
}

/** Only a permanent refusal of this email or mailbox is final. Failed authentication, lost connections and busy servers are retried. */
function toRailError(error: unknown): RailError {
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string }
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  const final = isAboutMessage && (responseCode === undefined || responseCode >= 500)
  return new RailError(`email ${[code, command, responseCode].filter(Boolean).join(' ')}`, { retryable: !final, cause: error })
}
