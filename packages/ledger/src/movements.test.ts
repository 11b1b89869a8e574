import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Secret } from '@nikau/runtime'
import { fakeClock, silent, testDatabase } from '@nikau/testing'
import { afterAll, expect, test } from 'vitest'
import { assertBooksInOrder, balances, createLedger, type Group, type NewAccount, type Operation } from './index.ts'

/** The tables of docs/money are run as they are written: accounts, operations, answers, balances. */
const folder = join(import.meta.dirname, '../../../docs/money')
const files = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md')

const database = await testDatabase()
const clock = fakeClock('2026-11-16T00:00:00Z')
const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent, clock })
afterAll(() => ledger.close())

const minutes: Record<string, number> = { minute: 1, hour: 60, day: 1440 }
function duration(text: string): number {
  const match = /(\d+) (minute|hour|day)s?/.exec(text)
  if (!match) throw new Error(`no duration: ${text}`)
  return Number(match[1]) * minutes[match[2]!]! * 60_000
}
/** `$12.50` is cents, `3` is a count. */
function amountOf(text: string): bigint {
  if (!/^-?(\$\d+\.\d\d|\d+)$/.test(text)) throw new Error(`no amount: ${text}`)
  return BigInt(text.replaceAll(/[$.]/g, ''))
}

type Row = Record<string, string>
interface Section {
  title: string
  clock: string | undefined
  answer: string | undefined
  tables: Row[][]
}

function sectionsOf(text: string): Section[] {
  return text.split(/^## /m).map((part) => {
    const lines = part.split('\n')
    const tables: Row[][] = []
    for (const [i, line] of lines.entries()) {
      if (!/^\|[-|]+\|$/.test(line)) continue
      const heads = cells(lines[i - 1]!)
      const rows: Row[] = []
      for (let j = i + 1; lines[j]?.startsWith('|'); j++) rows.push(Object.fromEntries(cells(lines[j]!).map((cell, column) => [heads[column]!, cell])))
      tables.push(rows)
    }
    return { title: lines[0]!, clock: /^Clock: (.*)$/m.exec(part)?.[1], answer: /^Answer: (.*)$/m.exec(part)?.[1], tables }
  })
}
const cells = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

function operationOf(row: Row, name: (id: string) => string): Operation {
  const [op = '', hold = ''] = row.Operation!.split(' ')
  const [from, to] = [name(row.Debit!), name(row.Credit!)]
  const amount = row.Amount ? amountOf(row.Amount) : undefined
  switch (op) {
    case 'transfer':
    case 'overdraw':
      return { op, from, to, amount: amount! }
    case 'hold':
      return { op, hold: name(hold), from, to, amount: amount!, expiresAt: new Date(clock.now().getTime() + duration(row.Operation!)) }
    case 'post':
      return { op, hold: name(hold), ...(amount === undefined ? {} : { amount }) }
    case 'release':
      return { op, hold: name(hold) }
    case 'use':
      return { op, account: to, amount: amount! }
    case 'unuse':
      return { op, account: from, amount: amount! }
    case 'close':
      return { op, account: to, at: amount ?? 0n }
    default:
      throw new Error(`no operation: ${row.Operation}`)
  }
}

test('every movement of the ledger has its page', () => {
  expect(files.toSorted()).toEqual(
    ['farm-card', 'one-off-bank', 'pay', 'pre-authorise', 'refund', 'send', 'settlement', 'tokens', 'top-up', 'withdraw'].map((name) => `${name}.md`),
  )
})

test.each(files)('the tables of docs/money/%s are true', async (file) => {
  const name = (id: string) => `${file}/${id}`
  const [head, ...steps] = sectionsOf(readFileSync(join(folder, file), 'utf8'))
  const rows = head!.tables[0]!
  const accounts = rows.map((row): NewAccount => ({
    id: name(row.Account!),
    unit: row.Unit === 'counter' ? 'allowance' : row.Unit!,
    kind: row.Account!.split(':')[0]!,
    counter: row.Unit === 'counter',
    ...(row.Floor ? { floor: amountOf(row.Floor) } : {}),
    ...(row.Ceiling ? { ceiling: amountOf(row.Ceiling) } : {}),
    ...(row.Closes ? { closesAt: new Date(clock.now().getTime() + duration(row.Closes)) } : {}),
  }))
  const opening = rows.some((row) => row.Account === 'bank') ? name('bank') : name('opening')
  await database.db.transaction().execute(async (tx) => {
    await ledger.openAccounts(tx, [...accounts, ...(opening === name('opening') ? [{ id: opening, unit: 'nzd.test', kind: 'opening' }] : [])])
    const funds = rows.filter((row) => row['Starts with'])
    const outcomes = await ledger.postIn(
      tx,
      funds.map((row): Group => ({
        reference: `${name(row.Account!)}:fund`,
        kind: 'fund',
        subject: '',
        operations: [{ op: 'transfer', from: opening, to: name(row.Account!), amount: amountOf(row['Starts with']!) }],
      })),
    )
    expect(outcomes.every((outcome) => outcome.outcome === 'accepted')).toBe(true)
  })

  expect(steps.length).toBeGreaterThan(0)
  for (const step of steps) {
    if (step.clock) clock.advance(duration(step.clock))
    const [operations = [], standing = []] = step.tables
    const group: Group = {
      reference: name(step.title.split('.')[0]!),
      kind: 'movement',
      subject: file,
      operations: operations.map((row) => operationOf(row, name)),
    }
    const [outcome] = await database.db.transaction().execute((tx) => ledger.postIn(tx, [group]))
    const answer = outcome!.outcome === 'refused' ? `refused, ${outcome!.code}` : outcome!.outcome
    expect(`${step.title}: ${answer}`).toBe(`${step.title}: ${step.answer}`)
    const found = new Map(
      (
        await balances(
          database.db,
          standing.map((row) => name(row.Account!)),
        )
      ).map((one) => [one.id, one]),
    )
    for (const row of standing) {
      const account = found.get(name(row.Account!))!
      expect([step.title, row.Account, account.posted, account.available]).toEqual([step.title, row.Account, amountOf(row.Posted!), amountOf(row.Available!)])
    }
  }
  await assertBooksInOrder(database.db)
})
