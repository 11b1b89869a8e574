import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDatabase, startPostgres } from '@nikau/local-postgres'

const root = join(import.meta.dirname, '..')

/** The sandbox shop's key: of play money, on one's own machine, the same after a restart. */
export const shopKey = 'nk_the-sandbox-shop-of-this-machine-and-no-other'

/** Between the wallet and the sandbox banks, for upload files and statements. */
const banksFilesSecret = 'sandbox-files-secret'

/** The wallet's account at each sandbox bank that customers can pay from. */
const bankAccounts = { bnz: '02-0192-0214002-00', asb: '12-3192-0214006-00', westpac: '03-0192-0214002-00' }
/** Payments of play money go to others, or they would stand on the statements of the real ones. */
const playAccounts: Readonly<Record<string, string>> = { bnz: '02-0192-0221018-00', asb: '12-3192-0221003-00', westpac: '03-0192-0221018-00' }

/** What the wallet knows of the sandbox banks. Its signing key is made for this world and kept with it. */
function payByBank(folder: string, banks: string): string {
  const file = join(folder, 'pay-by-bank-key.json')
  if (!existsSync(file)) {
    const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
    writeFileSync(file, JSON.stringify(jwk), { mode: 0o600 })
  }
  const key = JSON.parse(readFileSync(file, 'utf8')) as object
  return JSON.stringify(
    Object.entries(bankAccounts).flatMap(([bank, account]) =>
      ['test', 'main'].map((liveness) => ({
        bank,
        liveness,
        issuer: `${banks}/${bank}`,
        api: `${banks}/${bank}/open-banking-nz/v2.3`,
        clientId: 'nikau',
        key,
        account: liveness === 'test' ? playAccounts[bank] : account,
      })),
    ),
  )
}

/** Between the wallet and the sandbox card company. */
const farmlandsSecret = 'sandbox-farmlands-secret'

/** What the wallet knows of the sandbox card company, which gives out the same cards for real and for play money. */
function farmCards(api: string): string {
  return JSON.stringify(['test', 'main'].map((liveness) => ({ liveness, api, clientId: 'nikau', secret: farmlandsSecret })))
}

/** Ports from one base number on, so that a test world and a developer's can stand side by side. */
export function addressesOf(base: number, web: 'dev' | 'built') {
  const at = (offset: number) => `http://localhost:${base + offset}`
  return {
    api: at(0),
    identity: at(1),
    web: web === 'built' ? at(0) : at(2),
    work: at(3),
    messages: at(10),
    smtpPort: base + 11,
    shop: at(20),
    banks: at(21),
    farmlands: at(22),
    postgresPort: base + 32,
  }
}

interface Part {
  name: string
  command: string[]
  /** Where it runs, if not at the root. */
  folder?: string
  env: Record<string, string>
  /** Answers 200 once the part is up. */
  ready: string
}

function partsOf(base: number, web: 'dev' | 'built', databaseUrl: string, folder: string): Part[] {
  const where = addressesOf(base, web)
  const issuer = `${where.identity}/oidc`
  const flags = {
    dashboardNoticesEnabled: true,
    showWithdraw: true,
    showBankAccounts: true,
    showSendAsset: true,
    showBarcode: true,
    tokenRevocationEnabled: true,
  }
  const webConfig = JSON.stringify({
    issuer,
    flags,
    supportEmail: 'help@nikau.example',
    testPayment: { configId: 'mc_sandboxShop', apiKey: shopKey },
    links: {
      voucherProvider: 'https://vouchers.example/',
      giftStationAndroid: 'https://giftstation.example/android',
      giftStationIos: 'https://giftstation.example/ios',
    },
    brandColorClasses: { 'flat-white-society': 'coffee', 'turn-the-page': 'gift', 'kai-market-collective': 'farm', 'top-paddock-rewards': 'farm' },
  })
  const database = { DATABASE_URL: databaseUrl }
  // The banks' clock is the wallet's: whoever moves it on their control page moves both.
  const clock = { CLOCK_URL: `${where.banks}/control/clock` }
  const desks = Object.entries(bankAccounts).map(([bank, account]) => ({ bank, url: `${where.banks}/${bank}`, account }))
  const bankPayments = { PAY_BY_BANK: payByBank(folder, where.banks) }
  const cards = { FARMLANDS: farmCards(where.farmlands) }
  const parts: Part[] = [
    {
      name: 'messages',
      command: ['node', 'sandboxes/messages/src/serve.ts'],
      env: { SMTP_PORT: String(where.smtpPort), HTTP_PORT: String(base + 10), SMS_SECRET: 'sandbox-secret' },
      ready: where.messages,
    },
    {
      name: 'identity',
      command: ['node', 'apps/identity/src/serve.ts'],
      env: { ...database, IDENTITY_PORT: String(base + 1), IDENTITY_ISSUER: issuer, WEB_ORIGINS: [where.api, where.web].join(',') },
      ready: `${where.identity}/readyz`,
    },
    {
      name: 'api',
      command: ['node', 'apps/api/src/serve.ts'],
      env: {
        ...database,
        API_PORT: String(base),
        API_REFERENCE: 'true',
        API_ORIGIN: where.api,
        WEBHOOK_LOOPBACK: 'true',
        ...bankPayments,
        ...cards,
        WEB_ORIGIN: where.web,
        WEB_CONFIG: webConfig,
        ...clock,
        ...(web === 'built' && { WEB_DIST: join(root, 'apps/web/dist') }),
      },
      ready: `${where.api}/readyz`,
    },
    {
      name: 'work',
      command: ['node', 'apps/api/src/work.ts'],
      env: {
        ...database,
        WORK_PORT: String(base + 3),
        SMTP_URL: `smtp://127.0.0.1:${where.smtpPort}`,
        SMS_URL: `${where.messages}/sms`,
        SMS_SECRET: 'sandbox-secret',
        WEBHOOK_LOOPBACK: 'true',
        ...clock,
        BANK_DESKS: JSON.stringify(desks),
        BANK_FILES_SECRET: banksFilesSecret,
        ...bankPayments,
        ...cards,
      },
      ready: `${where.work}/readyz`,
    },
    {
      name: 'shop',
      command: ['node', 'sandboxes/shop/src/serve.ts'],
      env: {
        SHOP_PORT: String(base + 20),
        SHOP_ORIGIN: where.shop,
        NIKAU_API: where.api,
        NIKAU_WALLET: where.web,
        NIKAU_KEY: shopKey,
        NIKAU_CONFIG: 'mc_sandboxShop',
      },
      ready: `${where.shop}/healthz`,
    },
    {
      name: 'banks',
      command: ['node', 'sandboxes/banks/src/serve.ts'],
      env: {
        BANKS_PORT: String(base + 21),
        BANKS_ORIGIN: where.banks,
        CLIENT_JWKS_URL: `${where.api}/.well-known/pay-by-bank-jwks.json`,
        REDIRECT_ORIGINS: `${where.web}/deimos`,
        BANKS_FILES_SECRET: banksFilesSecret,
        BANKS_DATA: join(folder, 'banks'),
      },
      ready: `${where.banks}/control`,
    },
    {
      name: 'farmlands',
      command: ['node', 'sandboxes/farmlands/src/serve.ts'],
      env: {
        FARMLANDS_PORT: String(base + 22),
        FARMLANDS_ORIGIN: where.farmlands,
        FARMLANDS_SECRET: farmlandsSecret,
        FARMLANDS_DATA: join(folder, 'farmlands'),
      },
      ready: `${where.farmlands}/healthz`,
    },
  ]
  if (web === 'dev')
    parts.push({
      name: 'web',
      command: ['node', 'node_modules/vite/bin/vite.js'],
      // Plugins of plugins are looked for from where it runs.
      folder: 'apps/web',
      env: { WEB_PORT: String(base + 2), API_URL: where.api, WEB_CONFIG: webConfig },
      ready: `${where.web}/deimos/`,
    })
  return parts
}

export interface World {
  stop(): Promise<void>
}

/**
 * Starts everything there is, on this machine: PostgreSQL unless DATABASE_URL names one, the schema and the demo world,
 * and every process, each with a log of its own. A part that ends by itself ends the world: half a wallet is no wallet.
 */
export async function startWorld(options: { folder: string; base: number; web: 'dev' | 'built' }): Promise<World> {
  const logs = join(options.folder, 'logs')
  mkdirSync(logs, { recursive: true })
  const given = process.env.DATABASE_URL
  const server = given
    ? undefined
    : await startPostgres({ folder: join(options.folder, 'postgres'), port: addressesOf(options.base, options.web).postgresPort, durable: true })
  const databaseUrl = given ?? (await createDatabase(server!, 'nikau'))
  await runOnce(
    'seed',
    ['node', 'apps/api/src/seed.ts'],
    { DATABASE_URL: databaseUrl, SHOP_KEY: shopKey, SHOP_ORIGIN: addressesOf(options.base, options.web).shop },
    logs,
  )

  let stopping = false
  const running: ChildProcess[] = []
  const stop = async () => {
    stopping = true
    await Promise.all(running.map((child) => ended(child)))
    await server?.stop()
  }
  const parts = partsOf(options.base, options.web, databaseUrl, options.folder)
  for (const part of parts) {
    const child = start(part.command, part.env, join(logs, `${part.name}.log`), part.folder)
    child.on('exit', (code) => {
      if (stopping) return
      console.error(`${part.name} ended by itself with ${code}; its log ends:\n${tail(join(logs, `${part.name}.log`))}`)
      void stop().then(() => process.exit(1))
    })
    running.push(child)
  }
  try {
    await Promise.all(parts.map((part) => untilReady(part)))
  } catch (error) {
    await stop() // nothing is left running of a world that did not come up
    throw error
  }
  return { stop }
}

function start(command: string[], env: Record<string, string>, log: string, folder = '.'): ChildProcess {
  const child = spawn(command[0]!, command.slice(1), {
    cwd: join(root, folder),
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, '.data/compile-cache'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const file = createWriteStream(log)
  child.stdout.pipe(file)
  child.stderr.pipe(file)
  return child
}

async function runOnce(name: string, command: string[], env: Record<string, string>, logs: string): Promise<void> {
  const log = join(logs, `${name}.log`)
  const child = start(command, env, log)
  const code = await new Promise((resolve) => child.on('exit', resolve))
  if (code !== 0) throw new Error(`${name} failed; its log ends:\n${tail(log)}`)
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exit
}

async function untilReady(part: Part): Promise<void> {
  const deadline = Date.now() + 120_000
  while (Date.now() < deadline) {
    const response = await fetch(part.ready).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${part.name} did not answer at ${part.ready}`)
}

function tail(file: string): string {
  return readFileSync(file, 'utf8').split('\n').slice(-25).join('\n')
}
