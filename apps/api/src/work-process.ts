import { createLedger } from '@nikau/ledger'
import { openMessageRail } from '@nikau/rails'
import { openCompanies } from '@nikau/rails/farmlands'
import { openBanks } from '@nikau/rails/pay-by-bank'
import { openPayeeCheck } from '@nikau/rails/payee-check'
import {
  checkDatabase,
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
import { assetTransferJobs, recordDelivery } from './modules/asset-transfers/index.ts'
import { bankAccountJobs, heldReturnListener } from './modules/bank-accounts/index.ts'
import { bankFileJobs, combinePorts, openBankConnections } from './modules/bank-files/index.ts'
import { bookAnchorJobs, importPublicKeys, measureAnchors, parseAnchorKey } from './modules/book-anchors/index.ts'
import { cardJobs, cardMethod, cardRefundListener } from './modules/card-payments/index.ts'
import { collectionJobs } from './modules/collections/index.ts'
import { connectionJobs } from './modules/connections/index.ts'
import { exceptionJobs, measureExceptions } from './modules/exceptions/index.ts'
import { createFees } from './modules/fees/index.ts'
import { createBankPort, fundsTransferJobs } from './modules/funds-transfers/index.ts'
import { heldSendJobs } from './modules/held-sends/index.ts'
import { createOutgoingPaymentPort } from './modules/outgoing-payments/index.ts'
import { messageJobs } from './modules/messages/index.ts'
import { operationsJobs, operatorPaymentListener } from './modules/operations/index.ts'
import { measureOutbox, startOutboxDispatcher } from './modules/outbox/index.ts'
import { bankReturnListener, payByBankJobs, payByBankMethod } from './modules/pay-by-bank/index.ts'
import { payoutJobs, payoutListener } from './modules/payouts/index.ts'
import { paymentRequestJobs } from './modules/payment-requests/index.ts'
import { portalEventJobs } from './modules/portal-events/index.ts'
import { createReceiptPort, receiptJobs } from './modules/receipts/index.ts'
import { retentionJobs } from './modules/retention/index.ts'
import { safeguardingJobs } from './modules/safeguarding/index.ts'
import { resolveName, webhookJobs } from './modules/webhooks/index.ts'
import { outboxSubscribers } from './subscribers.ts'
import { readWorkConfig } from './work-config.ts'

/** The worker process: the background jobs of all modules and the outbox dispatcher. Any number may run at once. */
export async function startWork(env: NodeJS.ProcessEnv, stopTelemetry: () => Promise<void>): Promise<void> {
  const config = readWorkConfig(env)
  const log = createLog({ name: 'work', level: config.LOG_LEVEL })
  const database = openDatabase({ url: config.DATABASE_URL, name: 'nikau-work', log, connections: config.JOB_CONCURRENCY + config.WEBHOOK_CONCURRENCY + 3 })
  const { db } = database
  // With ten million entries the check of the books takes minutes.
  const longReads = openDatabase({ url: config.DATABASE_URL, name: 'nikau-check', log, connections: 2, statementTimeoutMs: 10 * 60_000 })
  const { clock, close: closeClock } = await openClock({ url: config.CLOCK_URL })
  const messageRail = openMessageRail({ smtpUrl: config.SMTP_URL, smsUrl: config.SMS_URL, smsSecret: config.SMS_SECRET, from: config.MAIL_FROM })

  const ledger = createLedger({ url: config.DATABASE_URL, name: 'nikau-work', log, ...(clock !== systemClock && { clock }) })
  const vault = createVault({ keys: config.BANK_NUMBER_KEYS, fingerprintKey: config.BANK_NUMBER_FINGERPRINTS })
  const { WEBHOOK_SECRET: secret, WEBHOOK_LOOPBACK: loopback } = config

  const fees = createFees({ db, clock, terms: config.FEES })
  const requests = { db, ledger, fees, clock, ids: randomIds, externalMethods: [payByBankMethod, cardMethod] }
  const companyOf = openCompanies(config.FARMLANDS)
  const { LINK_SECRET: linkSecret, WEB_ORIGIN: webOrigin, TRANSFER_REMINDER_DAYS: reminderDays } = config
  const transfers = { db, ledger, clock, linkSecret, webOrigin, reminderDays, log }
  const bankDeps = { ledger, vault }
  const listeners = {
    payout: payoutListener,
    'account-check': {},
    'bank-return': bankReturnListener,
    'top-up-return': heldReturnListener,
    'card-refund': cardRefundListener,
    'operator-payment': operatorPaymentListener,
  }
  const bankOrders = combinePorts(createBankPort(bankDeps), createOutgoingPaymentPort({ ...bankDeps, listeners }))
  const bankFiles = { ids: randomIds, vault, transfers: bankOrders, connections: openBankConnections(config) }
  const modules: ModuleJobs[] = [
    // Sign-in codes and webhook signatures expire by the system clock, even when `clock` is moved.
    messageJobs({ db, rail: messageRail, clock: systemClock, log, onSettled: (messageId) => recordDelivery(transfers, messageId) }),
    assetJobs({ db, clock, log }),
    assetTransferJobs(transfers),
    collectionJobs({ ...transfers, ids: randomIds, proofDays: config.PHONE_PROOF_DAYS, messages: config.SEND_MESSAGE_LIMITS }),
    paymentRequestJobs({ ...requests, log }),
    bankFileJobs({ ...bankFiles, db, ledger, clock, receipts: createReceiptPort({ companyOf }), log }),
    receiptJobs({ db, ledger, clock, ids: randomIds, companyOf, terms: config.ISSUER_BILLS, payTo: config.BANK_CONNECTIONS[0]?.account, log }),
    payoutJobs({ db, ledger, clock, ids: randomIds, terms: config.PAYOUTS, log }),
    fundsTransferJobs({ db, ledger, clock, testStepSeconds: config.TEST_TRANSFER_SECONDS }),
    heldSendJobs({ db, clock, webOrigin, log }),
    payByBankJobs({ ...requests, log, vault, bankOf: openBanks(config.PAY_BY_BANK, clock) }),
    bankAccountJobs({ db, ledger, clock, ids: randomIds, vault, payees: openPayeeCheck(config.PAYEE_CHECK), heldTopUpDays: config.HELD_TOP_UP_DAYS, log }),
    connectionJobs({ db, clock, log }),
    portalEventJobs({ db, clock, log }),
    operationsJobs({ ...requests, longReads: longReads.db, vault, bankFiles, negativeBalances: config.NEGATIVE_BALANCES, log }),
    exceptionJobs({ db, clock, log, alarmEmail: config.ALARM_EMAIL }),
    safeguardingJobs({ db, clock, log }),
    bookAnchorJobs({ db, wallClock: systemClock, folder: config.ANCHORS_DIR, key: parseAnchorKey(config.ANCHOR_KEY), publicKeys: importPublicKeys(config.ANCHOR_PUBLIC_KEYS), log }), // prettier-ignore
    retentionJobs({ db, clock, periods: config.RETENTION, log }),
    cardJobs({ ...requests, wallClock: systemClock, log, vault, companyOf }),
  ]

  const webhooks = webhookJobs({ db, clock: systemClock, secret, loopback, resolve: resolveName, log })

  const metrics = createMetrics('work')
  measureAnchors(metrics, db, systemClock)
  measureExceptions(metrics, db, clock)
  const observe = measureJobs(metrics, db)
  // Receivers of webhooks may hang, so they have workers of their own: sign-in codes and payouts never wait for them.
  const lanes = [
    { jobs: modules, concurrency: config.JOB_CONCURRENCY },
    { jobs: [webhooks], concurrency: config.WEBHOOK_CONCURRENCY },
  ].map(({ jobs, concurrency }) => {
    const tasks = Object.assign({}, ...jobs.map((module) => module.tasks)) as ModuleJobs['tasks']
    return { tasks, ...runJobs({ database, tasks, cron: jobs.flatMap((module) => module.cron ?? []), log, concurrency, observe }) }
  })
  for (const { ended } of lanes)
    ended.catch((error: unknown) => {
      log.fatal({ err: error }, 'job runner failed; exiting so that the process is restarted')
      process.exit(1)
    })
  const dispatcher = startOutboxDispatcher({ db, subscribers: outboxSubscribers, onDispatched: measureOutbox(metrics, db), log })
  const checkJobs = async () => {
    if (!lanes.every((lane) => lane.running())) throw new Error('job runner is not running')
  }
  const health = await serveHealth({
    port: config.WORK_PORT,
    host: config.WORK_HOST,
    metrics,
    checks: { database: () => checkDatabase(db), jobs: checkJobs },
    log,
  })
  log.info({ port: health.port, tasks: lanes.flatMap((lane) => Object.keys(lane.tasks)) }, 'worker started')
  shutDownOnSignal(log, [
    ['outbox', () => dispatcher.stop()],
    ['jobs', async () => void (await Promise.all(lanes.map(async (lane) => await lane.stop())))],
    ['health', () => health.close()],
    ['ledger', () => ledger.close()],
    ['long reads', () => longReads.close()],
    ['database', () => database.close()],
    ['clock', async () => closeClock()],
    ['telemetry', stopTelemetry],
  ])
}
