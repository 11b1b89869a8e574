import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LoginRole, urlAs } from '@nikau/local-postgres/logins'

const root = join(import.meta.dirname, '..')

/** The API key of the sandbox shop: for test money on this machine, and the same after a restart. */
export const shopKey = 'nk_the-sandbox-shop-of-this-machine-and-no-other'
/** With all rights of its owner, for the quickstart. */
export const shopOwnerKey = 'nk_the-owner-key-of-the-sandbox-shop-on-this-machine'

/** Shared with the sandbox banks, for upload files and statements. */
const bankFilesSecret = 'sandbox-files-secret'

/** Our account at each sandbox bank that customers can pay from. */
const bankAccounts = { bnz: '02-0192-0214002-00', asb: '12-3192-0214006-00', westpac: '03-0192-0214002-00' }
/** Test money has accounts of its own, so that it is not on the statements of the live ones. */
const testMoneyAccounts: Readonly<Record<string, string>> = { bnz: '02-0192-0221018-00', asb: '12-3192-0221003-00', westpac: '03-0192-0221018-00' }

/** The configuration of the sandbox banks. The signing key is generated once and stored in the data folder. */
function payByBankConfig(folder: string, banks: string): string {
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
        account: liveness === 'test' ? testMoneyAccounts[bank] : account,
      })),
    ),
  )
}

/** The worker does not create it: in production a missing folder is a store that is not mounted. */
function anchorsFolder(folder: string): string {
  const anchors = join(folder, 'anchors')
  mkdirSync(anchors, { recursive: true })
  return anchors
}

/** Shared with the sandbox card company. */
const farmlandsSecret = 'sandbox-farmlands-secret'

/** Of the sandbox register. */
const registersKey = 'sandbox-registers-key'

/** The configuration of the sandbox card company, which has the same cards for live and for test money. */
function farmlandsConfig(api: string): string {
  return JSON.stringify(['test', 'main'].map((liveness) => ({ liveness, api, clientId: 'nikau', secret: farmlandsSecret })))
}

/** Ports count from a base number, so that a test environment and a developer's can run at the same time. */
export function addressesOf(base: number, web: 'dev' | 'built') {
  const at = (offset: number) => `http://localhost:${base + offset}`
  return {
    api: at(0),
    identity: at(1),
    web: web === 'built' ? at(0) : at(2),
    work: at(3),
    desk: at(6),
    messages: at(10),
    smtpPort: base + 11,
    shop: at(20),
    banks: at(21),
    farmlands: at(22),
    registers: at(23),
    docs: at(24),
    postgresPort: base + 32,
  }
}

export interface Service {
  name: string
  command: string[]
  /** The working directory, if not the root. */
  folder?: string
  env: Record<string, string>
  /** Answers 200 once the service is ready. */
  ready: string
}

/** Every process of the development environment, in the order of the start. */
export function servicesOf(base: number, web: 'dev' | 'built', databaseUrl: string, folder: string): Service[] {
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
    people: { guard: true, claim: true },
    supportEmail: 'help@nikau.example',
    testPayment: { configId: 'mc_sandboxShop', apiKey: shopKey },
    cardApps: { farmlands: { main: `localhost:${base + 22}`, test: `localhost:${base + 22}` } },
    topUpBanks: { main: Object.keys(bankAccounts), test: Object.keys(bankAccounts) },
    links: {
      voucherProvider: 'https://vouchers.example/',
      giftStationAndroid: 'https://giftstation.example/android',
      giftStationIos: 'https://giftstation.example/ios',
    },
    brandColorClasses: { 'flat-white-society': 'coffee', 'turn-the-page': 'gift', 'kai-market-collective': 'farm', 'top-paddock-rewards': 'farm' },
  })
  const databaseAs = (role: LoginRole) => ({ DATABASE_URL: urlAs(databaseUrl, role) })
  // The wallet follows the clock of the sandbox banks, so their control page moves both.
  const clock = { CLOCK_URL: `${where.banks}/control/clock` }
  const connections = Object.entries(bankAccounts).map(([bank, account]) => ({ bank, url: `${where.banks}/${bank}`, account }))
  const bankPayments = { PAY_BY_BANK: payByBankConfig(folder, where.banks) }
  const cards = { FARMLANDS: farmlandsConfig(where.farmlands) }
  const businesses = {
    NZBN_REGISTER: JSON.stringify({ url: where.registers, key: registersKey }),
    PAYEE_CHECK: JSON.stringify({ url: where.banks, secret: bankFilesSecret }),
  }
  const services: Service[] = [
    {
      name: 'messages',
      command: ['node', 'sandboxes/messages/src/serve.ts'],
      env: { SMTP_PORT: String(where.smtpPort), HTTP_PORT: String(base + 10), SMS_SECRET: 'sandbox-secret' },
      ready: where.messages,
    },
    {
      name: 'identity',
      command: ['node', 'apps/identity/src/serve.ts'],
      env: {
        ...databaseAs('nikau_identity'),
        IDENTITY_PORT: String(base + 1),
        IDENTITY_ISSUER: issuer,
        WEB_ORIGINS: [where.api, where.web].join(','),
        DESK_ORIGIN: where.desk,
        SUPPORT_EMAIL: 'help@nikau.example',
        // The numbers of the seeded people begin with the same digits.
        SMS_BUDGETS: JSON.stringify({ prefix: { hour: 1000, day: 10_000 } }),
      },
      ready: `${where.identity}/readyz`,
    },
    {
      name: 'api',
      command: ['node', 'apps/api/src/serve.ts'],
      env: {
        ...databaseAs('nikau_api'),
        API_PORT: String(base),
        DOCS_ORIGIN: where.docs,
        API_ORIGIN: where.api,
        WEBHOOK_LOOPBACK: 'true',
        ...bankPayments,
        ...cards,
        ...businesses,
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
        ...databaseAs('nikau_worker'),
        PAYEE_CHECK: businesses.PAYEE_CHECK,
        WORK_PORT: String(base + 3),
        SMTP_URL: `smtp://127.0.0.1:${where.smtpPort}`,
        SMS_URL: `${where.messages}/sms`,
        SMS_SECRET: 'sandbox-secret',
        WEB_ORIGIN: where.web,
        WEBHOOK_LOOPBACK: 'true',
        ...clock,
        BANK_CONNECTIONS: JSON.stringify(connections),
        BANK_FILES_SECRET: bankFilesSecret,
        ANCHORS_DIR: anchorsFolder(folder),
        ...bankPayments,
        ...cards,
      },
      ready: `${where.work}/readyz`,
    },
    {
      name: 'desk',
      command: ['node', 'apps/api/src/serve-desk.ts'],
      env: {
        ...databaseAs('nikau_desk_api'),
        DESK_PORT: String(base + 6),
        DESK_ORIGIN: where.desk,
        DESK_ISSUER: issuer,
        DESK_DIST: join(root, 'apps/desk/dist'),
        DESK_FLAGS: JSON.stringify(flags),
        ...clock,
      },
      ready: `${where.desk}/readyz`,
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
        BANKS_FILES_SECRET: bankFilesSecret,
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
        FARMLANDS_WALLET: where.web,
      },
      ready: `${where.farmlands}/healthz`,
    },
    {
      name: 'registers',
      command: ['node', 'sandboxes/registers/src/serve.ts'],
      env: { REGISTERS_PORT: String(base + 23), REGISTERS_KEY: registersKey },
      ready: `${where.registers}/healthz`,
    },
    {
      name: 'docs',
      command: ['node', 'serve.ts', ...(web === 'dev' ? ['--dev'] : [])],
      folder: 'apps/docs',
      env: { DOCS_PORT: String(base + 24) },
      ready: where.docs,
    },
  ]
  if (web === 'dev')
    services.push({
      name: 'web',
      command: ['node', 'node_modules/vite/bin/vite.js'],
      // Plugins of plugins are resolved from the working directory.
      folder: 'apps/web',
      env: { WEB_PORT: String(base + 2), API_URL: where.api, WEB_CONFIG: webConfig },
      ready: `${where.web}/deimos/`,
    })
  return services
}
