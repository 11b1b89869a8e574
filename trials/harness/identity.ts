import type pg from 'pg'
import type { startInbox } from './inbox.ts'
import type { Program } from './processes.ts'
import { until } from './wait.ts'

/** Trials send more messages than a real day has; the budgets themselves are attacked in the security trial. */
const wide = { hour: 1_000_000, day: 1_000_000 }

interface IdentityOptions {
  url: string
  port: number
  issuer: string
  webOrigin: string
  trustProxy: string
}

export function identityProgram({ url, port, issuer, webOrigin, trustProxy }: IdentityOptions): Program {
  return {
    file: 'apps/identity/src/serve.ts',
    port,
    readyPath: '/readyz',
    env: {
      DATABASE_URL: url,
      IDENTITY_PORT: String(port),
      IDENTITY_ISSUER: issuer,
      WEB_ORIGINS: webOrigin,
      TRUST_PROXY: trustProxy,
      SMS_BUDGETS: JSON.stringify({ prefix: wide, total: wide }),
    },
  }
}

/** The newest sign-in code that reached a phone. */
export async function readSignInCode(pool: pg.Pool, inbox: Awaited<ReturnType<typeof startInbox>>, phone: string): Promise<string> {
  const newest = `select key from message where recipient = $1 and purpose = 'sign-in-code' order by queued_at desc, key desc limit 1`
  const found = await until(async () => {
    const key = (await pool.query<{ key: string }>(newest, [phone])).rows[0]?.key
    return (await inbox.read(phone)).messages.find((message) => message.key === key) ?? false
  }, 120_000)
  if (!found) throw new Error(`no code reached ${phone}`)
  return found.text.slice(0, 6)
}
