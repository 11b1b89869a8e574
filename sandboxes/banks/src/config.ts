import { isBankId, type BankId } from './banks.ts'

export type Config = {
  port: number
  /** The public origin; the issuers start with it. */
  origin: string
  clientId: string
  /** The wallet's public keys: configured, or fetched from a URL. */
  clientKeys: { jwks: { keys: Record<string, unknown>[] } } | { jwksUri: string }
  /** Where the wallet is served; `/{bank}/oidc-callback` under each is a registered return address of that bank. */
  redirectOrigins: string[]
  /** Bearer secret for upload files, results and statements. */
  filesSecret: string
  /** Accounts that may upload files, beside each bank's settlement account. */
  extraAccounts: { bank: BankId; number: string }[]
  dataFolder: string | undefined
}

export const readConfig = (env: Record<string, string | undefined>): Config => {
  const port = Number(env.BANKS_PORT ?? 4500)
  const origin = (env.BANKS_ORIGIN ?? `http://localhost:${port}`).replace(/\/$/, '')
  return {
    port,
    origin,
    clientId: env.CLIENT_ID ?? 'nikau',
    clientKeys: env.CLIENT_JWKS
      ? { jwks: JSON.parse(env.CLIENT_JWKS) as { keys: Record<string, unknown>[] } }
      : { jwksUri: env.CLIENT_JWKS_URL ?? 'http://localhost:4000/.well-known/pay-by-bank-jwks.json' },
    redirectOrigins: list(env.REDIRECT_ORIGINS ?? env.REDIRECT_ORIGIN ?? 'http://localhost:5173/deimos').map((text) => text.replace(/\/$/, '')),
    filesSecret: env.BANKS_FILES_SECRET ?? 'sandbox-files-secret',
    extraAccounts: list(env.BANKS_ACCOUNTS ?? '').map((text) => {
      const [bank = '', number = ''] = text.split('=')
      if (!isBankId(bank)) throw new Error(`BANKS_ACCOUNTS: unknown bank ${bank}`)
      return { bank, number }
    }),
    dataFolder: env.BANKS_DATA === undefined || env.BANKS_DATA === '' ? undefined : env.BANKS_DATA,
  }
}

const list = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
