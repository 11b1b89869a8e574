// Customers, operators and our account at the sandbox bank, in another process, on a clock that tests move.
import { createLedger } from '@nikau/ledger'
import { cents } from '@nikau/money'
import { parseAccountNumber } from '@nikau/nz/bank-account-number'
import { calendarDate } from '@nikau/nz/nz-time'
import { openPayeeCheck } from '@nikau/rails/payee-check'
import { randomIds, Secret, systemClock } from '@nikau/runtime'
import { fakeClock, silent, startBankFilesSandbox, type TestDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach } from 'vitest'
import { createBankedPerson, noListeners, runningApi, testVault } from '../fixtures.ts'
import { bankAccountJobs, heldReturnListener } from '../modules/bank-accounts/index.ts'
import { bankFileJobs, combinePorts, openBankConnections } from '../modules/bank-files/index.ts'
import { createBankPort } from '../modules/funds-transfers/index.ts'
import { createOperators } from '../modules/operations/fixtures.ts'
import { operatorPaymentListener } from '../modules/operations/index.ts'
import { createOutgoingPaymentPort } from '../modules/outgoing-payments/index.ts'

const ourAccount = '02-0192-0214002-00'
const run = { signal: new AbortController().signal, attempt: 1 } as never
const listeners = { ...noListeners, 'top-up-return': heldReturnListener, 'operator-payment': operatorPaymentListener }

export interface Position {
  unexplained: number
  inFlight: number
  /** Differences, sums and breaks that nobody has resolved. */
  unresolved: number
}

export async function startBankResolution(database: TestDatabase, startsAt: string) {
  const clock = fakeClock(startsAt)
  const banks = await startBankFilesSandbox(startsAt)
  const api = await runningApi(database, { clock, wallClock: systemClock, env: { RATE_LIMIT_SCALE: '1000' } })
  const { db } = database.openAs('nikau_worker')
  const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent, clock })
  afterAll(() => ledger.close())
  const vault = testVault()
  const [connection] = openBankConnections({
    BANK_CONNECTIONS: [{ bank: 'bnz', url: banks.url, account: parseAccountNumber(ourAccount)! }],
    BANK_FILES_SECRET: new Secret(banks.secret),
  })
  /** What happens to a file on its way to the bank. */
  let change: ((text: string) => string) | undefined
  const changing = <Rail extends Pick<NonNullable<typeof connection>['debit'], 'submit'>>(rail: Rail): Rail => ({
    ...rail,
    submit: (file, options) => rail.submit(change ? { ...file, bytes: Buffer.from(change(file.bytes.toString('latin1')), 'latin1') } : file, options),
  })
  const connections = [{ ...connection!, debit: changing(connection!.debit), credit: changing(connection!.credit) }]
  const transfers = combinePorts(createBankPort({ ledger, vault }), createOutgoingPaymentPort({ ledger, vault, listeners }))
  const bankFiles = { ids: randomIds, vault, transfers, connections }
  const receipts = { firstDay: async () => undefined, recognise: async () => [], record: async () => undefined }
  const { tasks } = bankFileJobs({ ...bankFiles, db, ledger, clock, receipts, log: silent })
  const desk = await createOperators(
    database,
    { db, ledger, clock, ids: randomIds, vault, bankFiles },
    {
      pita: ['operations'],
      rangi: ['operations'],
      mere: ['finance'],
      hana: ['finance'],
      aroha: ['finance-lead'],
    },
  )
  beforeEach(() => banks.control('clear', {}))

  const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(database.db)).rows
  const at = async (moment: string) => {
    clock.set(moment)
    await banks.setClock(moment)
  }
  /** The files of the window that has just closed go to the bank; returns the references of those that wait for an operator. */
  const sendFiles = async () => {
    await tasks['build-bank-files']!({}, run)
    for (;;) {
      const [file] = await rows(sql<{ id: string }>`select id from bank_file where state = 'ready' order by created_at, id limit 1`)
      if (!file) return
      await tasks['send-bank-file']!({ fileId: file.id }, run)
    }
  }
  const open = async (kind: string) =>
    await rows(
      sql<{ id: string; ref: string; amount: string }>`
        select id::text, ref, amount::text from operator_exception where kind = ${kind} and closed_at is null order by id`,
    )
  return {
    api,
    at,
    banks,
    clock,
    db,
    deps: bankFiles,
    desk,
    rows,
    sendFiles,
    /** The bank rejects a file with a wrong header as a whole. */
    sendDefectFiles: async () => {
      change = (text) => `9${text.slice(1)}`
      await sendFiles().finally(() => (change = undefined))
    },
    /** The bank receives another amount than we have sent. */
    sendWithAmount: async (sent: number, received: number) => {
      change = (text) => text.replaceAll(`,${sent},`, `,${received},`)
      await sendFiles().finally(() => (change = undefined))
    },
    /** The bank debits an order once more, from a file that we do not know of. */
    debitAgain: async (order: string, amount: number) => {
      const today = calendarDate(clock.now())
      const details = [{ account: parseAccountNumber('01-0902-0068389-00')!, amount: cents(amount), name: 'X', reference: order, particulars: 'X', code: 'X' }]
      const stray = { ownAccount: connection!.account, dueDay: today, createdDay: today, reference: `X${order.slice(0, 11)}`, details }
      const file = { reference: stray.reference, bytes: connection!.debit.compose(stray), count: 1, total: BigInt(amount) }
      await connection!.debit.submit(file, { resubmit: false })
    },
    returnHeldTopUps: () =>
      bankAccountJobs({ db, ledger, clock, ids: randomIds, vault, payees: openPayeeCheck(undefined), heldTopUpDays: 30, log: silent }).tasks[
        'return-held-top-ups'
      ]!({}, run),
    open,
    /** The only open exception of a kind. */
    only: async (kind: string) => {
      const found = await open(kind)
      if (found.length !== 1) throw new Error(`${found.length} open exceptions ${kind}`)
      return found[0]!.id
    },
    openKinds: async () =>
      (
        await rows(
          sql<{ text: string }>`select kind || ' ' || coalesce(amount, 0) as text from operator_exception where closed_at is null order by kind, amount`,
        )
      ).map(({ text }) => text),
    fetchResults: () => tasks['ingest-bank-results']!({}, run),
    readStatements: () => tasks['reconcile-statements']!({}, run),
    fault: (kind: string, where: 'results' | 'files' = 'results') => banks.control('faults', { bank: 'bnz', at: where, kind, times: 1 }),
    faultOnStatement: (kind: string, day: string) => banks.control('statement-faults', { account: ourAccount, day, kind }),
    /** Somebody pays into our account, or takes money out of it. */
    stranger: (cents: number, reference = '') => banks.control('other-party', { account: ourAccount, cents, reference }),
    createCustomer: async ({ verified = true } = {}) => {
      const person = await createBankedPerson(api, database)
      if (verified)
        await sql`update bank_account set verified_at = created_at, status = 'active', created_at = created_at - interval '30 days' where id = ${person.bankAccountId}`.execute(
          database.owner.db,
        )
      const requested = async (answer: { status: number; body: { id: string } }) => {
        if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
        return (await rows(sql<{ reference: string }>`select reference from funds_transfer where id = ${answer.body.id}`))[0]!.reference
      }
      return {
        ...person,
        /** Returns the reference of the order. */
        topUp: async (amount: number) => await requested(await person.topUp(amount)),
        withdraw: async (amount: number) => await requested(await person.withdraw(amount)),
      }
    },
    stateOf: async (reference: string) =>
      (await rows(sql<{ state: string }>`select state from bank_file_detail where reference = ${reference} and state <> 'replaced'`))[0]?.state,
    files: () => rows(sql<{ id: string; reference: string; state: string; generation: number; cleared: boolean }>`
      select id, reference, state, generation, cleared_at is not null as cleared from bank_file order by created_at, id`), // prettier-ignore
    balanceOf: async (id: string) => Number((await rows(sql<{ balance: bigint }>`select balance from ledger.account where id = ${id}`))[0]?.balance ?? 0n),
    position: async (): Promise<Position> => {
      const [found] = await rows(
        sql<Record<string, bigint>>`
          select unexplained::bigint, files_in_flight::bigint as "inFlight", (differences + statement_sums + statement_breaks)::bigint as unresolved
            from bank_position`,
      )
      return { unexplained: Number(found!.unexplained), inFlight: Number(found!.inFlight), unresolved: Number(found!.unresolved) }
    },
  }
}
