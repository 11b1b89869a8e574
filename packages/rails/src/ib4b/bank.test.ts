import { once } from 'node:events'
import { createServer } from 'node:net'
import { parseAccountNumber } from '@nikau/nz/bank-account-number'
import { cents } from '@nikau/money'
import { Secret } from '@nikau/runtime'
import { startBankFilesSandbox } from '@nikau/testing'
import { beforeEach, expect, test } from 'vitest'
import { openDirectDebits } from '../direct-debit/index.ts'
import { openPayouts } from '../payouts/index.ts'
import { openBankAccount } from './bank.ts'
import { parseStatement } from './statement.ts'
import { UnreadableFile } from './text.ts'

const banks = await startBankFilesSandbox('2026-12-02T10:00:00+13:00')
const account = parseAccountNumber('02-0192-0214002-00')!
const options = { url: banks.url, secret: new Secret(banks.secret), account }
const debits = openDirectDebits(options)
const payouts = openPayouts(options)
const bankAccount = openBankAccount(options)
let count = 0
const fileOf = (amounts: number[], day = '2026-12-02') => {
  const reference = `F${++count}`
  const details = amounts.map((amount, i) => ({
    account: parseAccountNumber('01-0902-0068389-00')!,
    amount: cents(amount),
    name: 'Hēmi Māhuta',
    reference: `T${count}X${i}`,
    particulars: 'CODE 4821',
    code: 'TOPUP',
  }))
  const batch = { ownAccount: account, dueDay: day, createdDay: day, reference, details }
  const total = amounts.reduce((sum, amount) => sum + BigInt(amount), 0n)
  return { batch, file: (bytes: Buffer) => ({ reference, bytes, count: amounts.length, total }) }
}

beforeEach(() => banks.control('clear', {}))

test('the bank accepts both kinds of file, and a file that is sent twice only once', async () => {
  const { batch, file } = fileOf([5000, 2500])
  const sent = file(debits.compose(batch))
  const first = await debits.submit(sent, { resubmit: false })
  expect(first).toMatchObject({ outcome: 'accepted', processingDay: '2026-12-02', finalDay: '2026-12-07' })
  expect(await debits.submit(sent, { resubmit: false })).toEqual(first)
  expect(await debits.submit(sent, { resubmit: true })).toEqual(first)
  const out = fileOf([100])
  expect(await payouts.submit(out.file(payouts.compose(out.batch)), { resubmit: false })).toMatchObject({ outcome: 'accepted' })
})

test('with a wrong hash total the bank rejects the file and names the field', async () => {
  const { batch, file } = fileOf([5000, 2500])
  const bytes = Buffer.from(
    debits
      .compose(batch)
      .toString()
      .replace(/(\d)\r\n$/, (_, digit: string) => `${(Number(digit) + 1) % 10}\r\n`),
  )
  expect(await debits.submit(file(bytes), { resubmit: false })).toEqual({ outcome: 'rejected', reasons: [{ line: 4, field: 4, code: 'HASH_TOTAL' }] })
})

test('different bytes under a used reference are a conflict, never a second file', async () => {
  const original = fileOf([5000])
  await debits.submit(original.file(debits.compose(original.batch)), { resubmit: false })
  const changed = { ...original.batch, details: original.batch.details.map((detail) => ({ ...detail, amount: cents(5001) })) }
  expect(await debits.submit({ ...original.file(debits.compose(changed)), total: 5001n }, { resubmit: false })).toEqual({ outcome: 'conflict' })
  expect(await debits.submit({ ...original.file(debits.compose(changed)), total: 5001n }, { resubmit: true })).toEqual({ outcome: 'conflict' })
})

test.each(['down', 'error', 'lose', 'garble'])(
  'with bank fault %s the outcome is unknown, and resubmitting resolves it without a second file',
  async (kind) => {
    await banks.control('faults', { bank: 'bnz', at: 'files', kind, times: 1 })
    const { batch, file } = fileOf([700])
    const sent = file(debits.compose(batch))
    expect(await debits.submit(sent, { resubmit: false })).toMatchObject({ outcome: 'unknown' })
    expect(await debits.submit(sent, { resubmit: true })).toMatchObject({ outcome: 'accepted' })
    const { files } = await banks.control<{ files: { fileReference: string }[] }>('files')
    expect(files.filter(({ fileReference }) => fileReference === batch.reference)).toHaveLength(1)
  },
)

test('a wrong secret leads to an unknown outcome and is never printed', async () => {
  const wrong = openDirectDebits({ ...options, secret: new Secret('canary-secret') })
  const { batch, file } = fileOf([700])
  expect(await wrong.submit(file(wrong.compose(batch)), { resubmit: false })).toEqual({ outcome: 'unknown', reason: 'files 401' })
  await expect(openBankAccount({ ...options, secret: new Secret('canary-secret') }).resultsAfter(0n)).rejects.toMatchObject({ message: 'bank 401' })
})

test('an aborted signal ends the call', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as { port: number }
  const mute = openDirectDebits({ ...options, url: `http://127.0.0.1:${port}` })
  const { batch, file } = fileOf([700])
  expect(await mute.submit(file(mute.compose(batch)), { resubmit: false, signal: AbortSignal.timeout(100) })).toMatchObject({ outcome: 'unknown' })
  silent.close()
})

test('the result feed and the results file agree, and the statement shows the lines', async () => {
  await banks.setClock('2026-12-03T10:00:00+13:00')
  const before = (await bankAccount.resultsAfter(0n)).results.reduce((max, { sequence }) => (sequence > max ? sequence : max), 0n)
  const { batch, file } = fileOf([1000, 1061], '2026-12-03')
  const sent = await debits.submit(file(debits.compose(batch)), { resubmit: false })
  if (sent.outcome !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(sent)}`)
  await banks.setClock('2026-12-04T10:00:00+13:00')
  await banks.control('faults', { bank: 'bnz', at: 'results', kind: 'shuffle', times: 1 })
  const { results } = await bankAccount.resultsAfter(before)
  expect(results.map(({ line, day, outcome, reason }) => ({ line, day, outcome, reason }))).toEqual([
    { line: 3, day: '2026-12-04', outcome: 'dishonoured', reason: '01' },
    { line: 3, day: '2026-12-03', outcome: 'settled', reason: undefined },
    { line: 2, day: '2026-12-03', outcome: 'settled', reason: undefined },
  ])
  expect((await bankAccount.resultsOf(sent.bankFileId)).results.toReversed()).toEqual(results)
  const statement = await bankAccount.statement({ from: '2026-12-03', to: '2026-12-04' })
  expect(statement.closing - statement.opening).toBe(1000n)
  expect(statement.lines).toMatchObject([
    { type: 'DD', amount: 1000n, reference: `T${count}X0`, code: 'TOPUP' },
    { type: 'DD', amount: 1061n, reference: `T${count}X1` },
    { type: 'DH', amount: -1061n, reference: `T${count}X1` },
  ])
})

test('a truncated or altered statement is refused', () => {
  const good = '1,020192021400200,20261203,20261203,0\r\n2,T1,20261203,DD,100,Mere,010902006838900,WALLET,TOPUP,R1\r\n3,1,100,0,100\r\n'
  expect(parseStatement(good).lines).toHaveLength(1)
  for (const bad of [
    good.slice(0, -2),
    good.replace('3,1,', '3,2,'),
    good.replace(',DD,100,', ',DD,101,'),
    good.replace('2,T1,20261203', '2,T1,20261204'),
    good.replace('1,02', '2,02'),
    '',
  ]) {
    expect(() => parseStatement(bad)).toThrow(UnreadableFile)
  }
})
