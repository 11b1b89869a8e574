import { createLedger } from '@nikau/ledger'
import { openMessageRail } from '@nikau/rails'
import { openCompanies } from '@nikau/rails/farmlands'
import { openBanks } from '@nikau/rails/pay-by-bank'
import {
  answersSql,
  createLog,
  createMetrics,
  createVault,
  measureJobs,
  type ModuleJobs,
  openClock,
  openDatabase,
  randomIds,
  runJobs,
  serveHealth,
  shutDownOnSignal,
  systemClock,
} from '@nikau/runtime'
import { assetJobs } from './modules/assets/index.ts'
import { bankFileJobs, openDesks } from './modules/bank-files/index.ts'
import { cardJobs } from './modules/card-verification/index.ts'
import { bankSide, fundsTransferJobs } from './modules/funds-transfers/index.ts'
import { messageJobs } from './modules/messages/index.ts'
import { oneOffJobs } from './modules/one-off-payments/index.ts'
import { paymentRequestJobs } from './modules/payment-requests/index.ts'
import { resolveName, webhookJobs } from './modules/webhooks/index.ts'
import { readWorkConfig } from './work-config.ts'

/** The jobs process: the explicit list of the modules' background work, and what it stands on. Any number of them may run at once. */
export async function startWork(env: NodeJS.ProcessEnv, stopTelemetry: () => Promise<void>): Promise<void> {
  const config = readWorkConfig(env)
  const log = createLog({ name: 'work', level: config.LOG_LEVEL })
  const database = openDatabase({ url: config.DATABASE_URL, name: 'nikau-work', log, connections: config.JOB_CONCURRENCY + 2 })
  const { db } = database
  const { clock, close: closeClock } = await openClock({ url: config.CLOCK_URL, production: env.NODE_ENV === 'production' })
  const messageRail = openMessageRail({ smtpUrl: config.SMTP_URL, smsUrl: config.SMS_URL, smsSecret: config.SMS_SECRET, from: config.MAIL_FROM })

  const ledger = createLedger({ url: config.DATABASE_URL, name: 'nikau-work', log, ...(clock !== systemClock && { clock }) })
  const vault = createVault({ keys: config.BANK_NUMBER_KEYS, fingerprintKey: config.BANK_NUMBER_FINGERPRINTS })
  const { WEBHOOK_SECRET: secret, WEBHOOK_LOOPBACK: loopback } = config

  const modules: ModuleJobs[] = [
    // Messages and webhooks go by the machine's time: codes to sign in lapse by it, and so do signatures.
    messageJobs({ db, rail: messageRail, clock: systemClock, log }),
    assetJobs({ db, clock, log }),
    paymentRequestJobs({ db, ledger, clock, ids: randomIds, log }),
    bankFileJobs({ db, clock, ids: randomIds, vault, transfers: bankSide({ ledger, vault }), desks: openDesks(config), log }),
    fundsTransferJobs({ db, ledger, clock, testStepSeconds: config.TEST_TRANSFER_SECONDS }),
    webhookJobs({ db, clock: systemClock, secret, loopback, resolve: resolveName, log }),
    oneOffJobs({ db, ledger, clock, ids: randomIds, log, bankOf: openBanks(config.PAY_BY_BANK, clock) }),
    cardJobs({ db, ledger, clock, machine: systemClock, ids: randomIds, log, companyOf: openCompanies(config.FARMLANDS) }),
  ]

  const metrics = createMetrics('work')
  const jobs = runJobs({
    database,
    tasks: Object.assign({}, ...modules.map((module) => module.tasks)) as ModuleJobs['tasks'],
    cron: modules.flatMap((module) => module.cron ?? []),
    log,
    concurrency: config.JOB_CONCURRENCY,
    observe: measureJobs(metrics, db),
  })
  jobs.ended.catch((error: unknown) => {
    log.fatal({ err: error }, 'the jobs process ends, to be started afresh')
    process.exit(1)
  })
  const working = async () => {
    if (!jobs.running()) throw new Error('no jobs are looked for')
  }
  const health = await serveHealth({
    port: config.WORK_PORT,
    host: config.WORK_HOST,
    metrics,
    checks: { database: () => answersSql(db), jobs: working },
    log,
  })
  log.info({ port: health.port, tasks: modules.flatMap((module) => Object.keys(module.tasks)) }, 'jobs are looked for')
  shutDownOnSignal(log, [
    ['jobs', () => jobs.stop()],
    ['health', () => health.close()],
    ['ledger', () => ledger.close()],
    ['database', () => database.close()],
    ['clock', async () => closeClock()],
    ['telemetry', stopTelemetry],
  ])
}
