// Files to the sandbox bank, in another process, on a clock that tests move; transfers are a port that records what is applied to them.
import { createLedger } from '@nikau/ledger'
import { parseAccountNumber } from '@nikau/nz/bank-account-number'
import { cents } from '@nikau/money'
import { randomIds, Secret } from '@nikau/runtime'
import { startBankFilesSandbox, fakeClock, silent, type TestDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach } from 'vitest'
import type { BankPort, FileEntry } from '../funds-transfers/index.ts'
import { openBankConnections } from './bank-connections.ts'
import type { BankFileDeps } from './deps.ts'
import { ingestResults } from './ingest-results.ts'
import type { ReceiptPort } from './receipt-port.ts'
import { sendFile } from './send.ts'
import { settleCleared } from './settle-cleared.ts'

/** No partner pays. */
export const noReceipts: ReceiptPort = { firstDay: async () => undefined, recognise: async () => [], record: async () => undefined }

export async function startBankFiles(database: TestDatabase, startsAt: string) {
  const { db } = database
  const clock = fakeClock(startsAt)
  const banks = await startBankFilesSandbox(startsAt)
  const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent, clock })
  afterAll(() => ledger.close())
  const connections = openBankConnections({
    BANK_CONNECTIONS: [{ bank: 'bnz', url: banks.url, account: parseAccountNumber('02-0192-0214002-00')! }],
    BANK_FILES_SECRET: new Secret(banks.secret),
  })
  const connection = connections[0]!
  const at = async (moment: string) => {
    clock.set(moment)
    await banks.setClock(moment)
  }

  /** A bank port that records the events applied to each transfer. */
  const waiting: (FileEntry & { type: string; requestedAt: Date })[] = []
  const events = new Map<string, string[]>()
  /** References of transfers whose failure cannot be applied. */
  const unappliable = new Set<string>()
  const record = async (reference: string, event: string): Promise<'applied'> => {
    events.set(reference, [...(events.get(reference) ?? []), event])
    return 'applied'
  }
  const transfers: BankPort = {
    async claimForBatch(_tx, { type, requestedBefore, limit }) {
      const claimed = waiting.filter((entry) => entry.type === type && entry.requestedAt < requestedBefore).slice(0, limit)
      for (const entry of claimed) waiting.splice(waiting.indexOf(entry), 1)
      return claimed
    },
    settle: (_tx, { reference }) => record(reference, 'settled'),
    fail: async (_tx, { reference, reason }) => {
      if (unappliable.has(reference)) throw new Error('cannot be applied')
      return await record(reference, `failed ${reason}`)
    },
    reverse: (_tx, { reference }) => record(reference, 'reversed'),
  }
  const deps: BankFileDeps = {
    db,
    ledger,
    clock,
    ids: randomIds,
    transfers,
    receipts: noReceipts,
    connections,
    vault: {
      seal: (text, owner) => ({ sealed: Buffer.from(`${owner}|${text}`), keyId: 'k' }),
      open: ({ sealed }, owner) => sealed.toString().slice(owner.length + 1),
    },
  }
  let count = 0
  /** Requested an hour ago: while the window of the day was open. */
  function request(
    type: 'topup' | 'withdrawal',
    amount: number,
    account = '01-0902-0068389-00',
    requestedAt = new Date(clock.now().getTime() - 3_600_000),
  ): string {
    const accountNumber = parseAccountNumber(account)!
    const reference = `${type === 'topup' ? 'T' : 'W'}${++count}`
    waiting.push({
      type,
      transferId: `id-${reference}`,
      reference,
      accountNumber,
      name: 'Hēmi Māhuta',
      amount: cents(amount),
      particulars: 'CODE 4821',
      code: 'TOPUP',
      requestedAt,
    })
    return reference
  }
  const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(db)).rows
  const files = () =>
    rows(
      sql<{
        id: string
        reference: string
        state: string
        count: number
        attempts: number
      }>`select id, reference, state, count, attempts from bank_file order by created_at, reference`,
    )
  const newestFile = async () => (await files()).at(-1)!
  const exceptions = () => rows(sql<{ kind: string; ref: string; amount: bigint }>`select kind, ref, amount from operator_exception order by id`)
  const openExceptionsOf = async (kind: string) =>
    (await rows(sql<{ ref: string }>`select ref from operator_exception where kind = ${kind} and closed_at is null order by id`)).map(({ ref }) => ref)
  const sendAll = async () => {
    for (const { id, state } of await files()) if (state === 'ready') await sendFile(deps, id)
  }
  const runDays = async (...moments: string[]) => {
    for (const moment of moments) {
      await at(moment)
      await ingestResults(deps, connection)
      await settleCleared(deps)
    }
  }
  const stateOf = async (reference: string) =>
    (await rows(sql<{ state: string }>`select state from bank_file_detail where reference = ${reference} and state <> 'replaced'`))[0]?.state
  beforeEach(() => banks.control('clear', {}))
  return {
    at,
    banks,
    clock,
    connection,
    db,
    deps,
    events,
    exceptions,
    files,
    newestFile,
    openExceptionsOf,
    request,
    rows,
    runDays,
    sendAll,
    stateOf,
    unappliable,
    waiting,
  }
}
