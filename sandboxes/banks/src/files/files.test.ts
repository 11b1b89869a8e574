import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPart, readAccountNumber } from '../account-number.ts'
import { control, filesSecret, openBrowser, startBanks, type Banks } from '../wallet.fixture.ts'

let server: Banks
const open = async () => {
  server = await startBanks({ alg: 'ES256' })
  await control(server, 'clock', { now: '2026-12-02T10:00:00+13:00' })
}
const close = () => server.close()

const own = '020192021400200'
const mere = '020500021400500'
const stranger = '010902006838900'

type Line = { account?: string; cents: number; reference?: string; particulars?: string }

const fileOf = (code: '00' | '50', lines: Line[], change: { reference?: string; due?: string } = {}): string[] => {
  const hash = lines.reduce((sum, { account = stranger }) => sum + hashPart(readAccountNumber(account)!), 0)
  return [
    `1,,,,${own},7,${change.due ?? '261202'},261202,${change.reference ?? 'DD-0001'}`,
    ...lines.map(
      ({ account = stranger, cents, reference = 'T1', particulars = 'CODE 4821' }) =>
        `2,${account},${code},${cents},Mere Tautahi,${reference},TOPUP,,${particulars},Nikau,TOPUP,${reference},WALLET`,
    ),
    `3,${lines.reduce((sum, { cents }) => sum + cents, 0)},${lines.length},${String(hash).slice(-11).padStart(11, '0')}`,
  ]
}
const text = (records: string[]): string => records.map((record) => `${record}\r\n`).join('')
const withBearer = { authorization: `Bearer ${filesSecret}` }
const upload = (body: string | Buffer): Promise<Response> =>
  fetch(`${server.origin}/bnz/files`, { method: 'POST', body, headers: { 'content-type': 'text/plain', ...withBearer } })
type Sent = { fileId: string; status: string; processingDay: string; finalDay: string; duplicate: boolean }
const send = async (code: '00' | '50', lines: Line[], change: { reference?: string; due?: string } = {}): Promise<Sent> => {
  const answer = await upload(text(fileOf(code, lines, change)))
  if (answer.status !== 202) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Sent
}
const get = async <T>(path: string): Promise<T> => (await (await fetch(`${server.origin}/bnz/${path}`, { headers: withBearer })).json()) as T
type News = { line: number; day: string; outcome: string; reasonCode: string | null; reason: string | null }
const found = async (id: string) =>
  (await get<{ results: News[] }>(`files/${id}/results`)).results.map(({ line, day, outcome, reason }) => `${line} ${day} ${outcome} ${reason ?? ''}`.trim())
const to = (now: string) => control(server, 'clock', { now })
type Statement = {
  opening: number
  closing: number
  lines: { transactionId: string; amount: number; type: string; particulars: string; code: string; reference: string; otherName: string }[]
}
const statement = (from: string, until: string) => get<Statement>(`accounts/${own}/statement?from=${from}&to=${until}`)

const good = fileOf('00', [{ cents: 100 }, { account: mere, cents: 250 }])
const swap = (record: number, field: number, value: string): string[] =>
  good.map((line, place) =>
    place === record
      ? line
          .split(',')
          .with(field - 1, value)
          .join(',')
      : line,
  )

describe('rejected files', () => {
  beforeAll(open)
  afterAll(close)

  test.each<[string, string[], string]>([
    ['one digit of the hash total off', swap(3, 4, '14020282390'), '4/4 HASH_TOTAL'],
    ['the total off by a cent', swap(3, 2, '351'), '4/2 TOTAL'],
    ['the count off by one', swap(3, 3, '3'), '4/3 COUNT'],
    ['a subscriber id', swap(0, 2, '1'), '1/2 NOT_BLANK'],
    ['another batch type', swap(0, 6, '6'), '1/6 BATCH_TYPE'],
    ['an account that is not ours', swap(0, 5, mere), '1/5 ACCOUNT_NOT_REGISTERED'],
    ['a due date past', swap(0, 7, '261201'), '1/7 DATE_PAST'],
    ['a due date that does not exist', swap(0, 7, '261232'), '1/7 DATE'],
    ['a due date far ahead', swap(0, 7, '270301'), '1/7 DATE_FAR'],
    ['a creation date ahead', swap(0, 8, '261203'), '1/8 DATE_FUTURE'],
    ['no file reference', swap(0, 9, ''), '1/9 FILE_REFERENCE'],
    ['a wrong check digit', swap(1, 2, '010902006838800'), '2/2 ACCOUNT'],
    ['dashes in an account', swap(1, 2, '01-0902-0068389-00'), '2/2 ACCOUNT'],
    ['another transaction code', swap(1, 3, '51'), '2/3 TRANSACTION_CODE'],
    ['debits and credits mixed', swap(2, 3, '50'), '2/3 MIXED_CODES'],
    ['a decimal point', swap(1, 4, '1.00'), '2/4 AMOUNT'],
    ['a leading zero', swap(1, 4, '0100'), '2/4 AMOUNT'],
    ['nothing to pay', swap(1, 4, '0'), '2/4 AMOUNT'],
    ['no name', swap(1, 5, ''), '2/5 REQUIRED'],
    ['a long name', swap(1, 5, 'Mere Tautahi of Taupo'), '2/5 TOO_LONG'],
    ['a long reference', swap(1, 6, 'REFERENCE-013'), '2/6 TOO_LONG'],
    ['a strange sign', swap(1, 9, 'CODE (4821)'), '2/9 CHARACTER'],
    ['something in the unused field', swap(1, 8, 'x'), '2/8 NOT_BLANK'],
    ['a comma in a name', swap(1, 5, 'Tautahi, Mere'), '2/- FIELD_COUNT'],
    ['a header of eight fields', [good[0]!.slice(0, good[0]!.lastIndexOf(',')), ...good.slice(1)], '1/- FIELD_COUNT'],
    ['no trailer', good.slice(0, 3), '3/1 RECORD_TYPE'],
    ['no details', [good[0]!, '3,0,0,00000000000'], '1/- INCOMPLETE'],
  ])('a file with %s is rejected', async (_name, records, expected) => {
    const answer = await upload(text(records))
    expect(answer.status).toBe(422)
    const { reasons } = (await answer.json()) as { reasons: { line: number; field: number | null; code: string }[] }
    expect(`${reasons[0]!.line}/${reasons[0]!.field ?? '-'} ${reasons[0]!.code}`).toBe(expected)
    // Nothing of it was stored: the valid file under the same reference is accepted.
    expect([200, 202]).toContain((await upload(text(good))).status)
  })

  test('a file is ASCII with CR LF after every record', async () => {
    for (const body of [good.join('\n'), text(good).slice(0, -2), `\uFEFF${text(good)}`, text(swap(1, 5, 'Tūī'))]) expect((await upload(body)).status).toBe(422)
  })
})

describe('accepted files', () => {
  beforeEach(open)
  afterEach(close)

  test('the example in the README is accepted', async () => {
    const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
    const example = /```text ib4b\n([\s\S]+?)```/.exec(readme)![1]!
    expect((await upload(example.replaceAll('\n', '\r\n'))).status).toBe(202)
  })

  test('a direct debit settles on its day, with name and code on both statements', async () => {
    const sent = await send('00', [{ account: mere, cents: 50_00, reference: 'T77' }])
    expect(sent).toMatchObject({ status: 'accepted', processingDay: '2026-12-02', finalDay: '2026-12-07' })
    expect(await found(sent.fileId)).toEqual([])
    await to('2026-12-02T18:00:01+13:00')
    expect(await found(sent.fileId)).toEqual(['2 2026-12-02 settled'])
    const { opening, closing, lines } = await statement('2026-12-02', '2026-12-02')
    expect({ opening, closing }).toEqual({ opening: 0, closing: 50_00 })
    expect(lines).toMatchObject([{ amount: 50_00, type: 'DD', particulars: 'WALLET', code: 'TOPUP', reference: 'T77', otherName: 'Mere Tautahi' }])

    const browser = openBrowser()
    await browser.visit(`${server.origin}/bnz/login`, { customer: '10010001', password: 'x' })
    const page = await browser.visit(`${server.origin}/bnz/accounts/02-0500-0214005-00`)
    expect(page.text).toMatch(/Particulars<\/b>\s*CODE 4821/)
    expect(page.text).toContain('$2,380.55')
  })

  test.each([
    [61, '2026-12-03', 'Insufficient funds'],
    [62, '2026-12-04', 'Insufficient funds'],
    [63, '2026-12-07', 'Insufficient funds'],
    [64, '2026-12-03', 'No authority held'],
    [65, '2026-12-04', 'Authority cancelled'],
    [66, '2026-12-03', 'Account closed'],
    [67, '2026-12-04', 'Account transferred'],
    [68, '2026-12-03', 'Payment stopped by payer'],
    [69, '2026-12-07', 'Payer deceased'],
  ])('a debit ending in %i cents is dishonoured on %s: %s', async (cents, day, reason) => {
    const sent = await send('00', [{ cents: 10_00 }, { cents: 10_00 + cents }])
    await to(`${day}T07:59:00+13:00`)
    expect(await found(sent.fileId)).toEqual(['2 2026-12-02 settled', '3 2026-12-02 settled'])
    await to(`${day}T08:00:00+13:00`)
    expect((await found(sent.fileId)).slice(2)).toEqual([`3 ${day} dishonoured ${reason}`])
    const { closing, lines } = await statement(day, day)
    expect(lines).toMatchObject([{ amount: -10_00 - cents, type: 'DH', reference: 'T1' }])
    expect(closing).toBe(10_00)
  })

  test('a debit ending in 70 cents is reversed on day 100, in 71 on day 260', async () => {
    const sent = await send('00', [{ cents: 20_70 }, { cents: 20_71 }])
    await to('2027-03-12T07:00:00+13:00')
    expect(await found(sent.fileId)).toHaveLength(2)
    await to('2027-03-12T08:00:00+13:00')
    expect((await found(sent.fileId))[2]).toBe('2 2027-03-12 reversed Reversed at the request of the payer')
    await to('2027-12-01T08:00:00+13:00')
    expect((await found(sent.fileId))[3]).toBe('3 2027-08-19 reversed Reversed at the request of the payer')
    expect((await statement('2027-03-12', '2027-03-12')).lines).toMatchObject([{ amount: -20_70, type: 'RV' }])
  })

  test('a debit that the account cannot cover comes back the next business day', async () => {
    const sent = await send('00', [{ account: '020500022804400', cents: 64_21 }])
    await to('2026-12-03T09:00:00+13:00')
    expect(await found(sent.fileId)).toEqual(['2 2026-12-02 settled', '2 2026-12-03 dishonoured Insufficient funds'])
  })

  test('credits are paid, and bounce from accounts closed by a sentinel or by the control API', async () => {
    await control(server, 'accounts/02-0500-0221029-00/close', {})
    const sent = await send('50', [{ account: mere, cents: 30_00 }, { cents: 30_66 }, { account: '020500022102900', cents: 31_00 }])
    await to('2026-12-03T09:00:00+13:00')
    expect(await found(sent.fileId)).toEqual([
      '2 2026-12-02 settled',
      '3 2026-12-02 settled',
      '4 2026-12-02 settled',
      '3 2026-12-03 bounced Account closed',
      '4 2026-12-03 bounced Account closed',
    ])
    expect((await statement('2026-12-02', '2026-12-03')).closing).toBe(-30_00)
    expect(await control(server, 'accounts/02-0500-0214005-00')).toMatchObject({ balance: 2_460_55 })
  })

  test('after the cut-off, on weekends and holidays, a file waits for the next business day', async () => {
    await to('2026-12-24T16:00:01+13:00')
    expect((await send('00', [{ cents: 100 }], { due: '261224' })).processingDay).toBe('2026-12-29')
    await to('2026-12-29T15:59:00+13:00')
    expect((await send('00', [{ cents: 100 }], { due: '261229', reference: 'DD-0002' })).processingDay).toBe('2026-12-29')
    expect((await send('00', [{ cents: 100 }], { due: '270106', reference: 'DD-0003' })).processingDay).toBe('2027-01-06')
  })

  test('end of day runs what is due today, without moving the clock', async () => {
    const sent = await send('00', [{ cents: 100 }])
    const before = await control<{ now: string }>(server, 'clock')
    expect(await control(server, 'end-of-day', {})).toMatchObject({ events: 1 })
    expect(Date.parse((await control<{ now: string }>(server, 'clock')).now) - Date.parse(before.now)).toBeLessThan(60_000)
    expect(await found(sent.fileId)).toEqual(['2 2026-12-02 settled'])
  })

  test('the same file again gets the first response; its reference with other content is refused', async () => {
    const records = fileOf('00', [{ cents: 100 }])
    const first = (await (await upload(text(records))).json()) as Sent
    await to('2026-12-05T10:00:00+13:00')
    const again = await upload(text(records))
    expect(again.status).toBe(200)
    expect(await again.json()).toMatchObject({ fileId: first.fileId, duplicate: true, status: 'processed' })
    await to('2026-12-02T11:00:00+13:00')
    const other = await upload(text(fileOf('00', [{ cents: 200 }])))
    expect(other.status).toBe(409)
    expect(await other.json()).toMatchObject({ error: 'DUPLICATE_FILE_REFERENCE', fileId: first.fileId })
    expect((await statement('2026-12-01', '2026-12-05')).lines).toHaveLength(1)
  })

  test('the hash total keeps its last eleven digits', async () => {
    const many = Array.from({ length: 12 }, () => ({ account: '389000100000000', cents: 100 }))
    const records = fileOf('00', many)
    expect(records.at(-1)).toBe('3,1200,12,80012000000')
    expect((await upload(text(records))).status).toBe(202)
  })

  test('a request without the secret is refused', async () => {
    for (const path of ['files', 'results', `accounts/${own}/statement`]) expect((await fetch(`${server.origin}/bnz/${path}`)).status).toBe(401)
    expect(
      (
        await fetch(`${server.origin}/bnz/files`, {
          method: 'POST',
          body: text(good),
          headers: { 'content-type': 'text/plain', authorization: 'Bearer wrong' },
        })
      ).status,
    ).toBe(401)
  })

  test('statement faults change the statement and nothing else', async () => {
    await send('00', [
      { cents: 10_81, reference: 'A' },
      { cents: 10_82, reference: 'B' },
      { cents: 10_83, reference: 'C' },
      { cents: 10_84, reference: 'D' },
      { cents: 10_00, reference: 'E' },
    ])
    await control(server, 'end-of-day', {})
    const shown = await statement('2026-12-02', '2026-12-02')
    expect(shown.lines.map(({ reference, amount }) => `${reference} ${amount}`)).toEqual(['A 1081', 'A 1081', 'C 1082', 'D 1084', ' 1234', 'E 1000'])
    expect(shown.closing).toBe(10_81 + 10_82 + 10_83 + 10_84 + 10_00)
    await control(server, 'statement-faults', { account: own, kind: 'missing' })
    expect((await statement('2026-12-02', '2026-12-02')).lines).toHaveLength(5)
    expect((await control<{ statementFaults: { kind: string }[] }>(server, 'statement-faults')).statementFaults.map(({ kind }) => kind)).toEqual([
      'duplicate',
      'missing',
      'wrong-amount',
      'unknown',
      'missing',
    ])
  })

  test('result and statement files, byte by byte', async () => {
    const sent = await send('00', [{ account: mere, cents: 50_62, reference: 'T77' }])
    await to('2026-12-04T09:00:00+13:00')
    const csv = async (path: string) => (await fetch(`${server.origin}/bnz/${path}`, { headers: { ...withBearer, accept: 'text/csv' } })).text()
    expect(await csv(`files/${sent.fileId}/results`)).toBe(
      `1,${sent.fileId},DD-0001,${own},debit,processed,20261202,20261207\r\n` +
        `2,1,2,20261202,settled,,5062,${mere},WALLET,TOPUP,T77\r\n` +
        `2,2,2,20261204,dishonoured,01,5062,${mere},WALLET,TOPUP,T77\r\n` +
        '3,2\r\n',
    )
    expect(await csv(`accounts/${own}/statement?from=2026-12-02&to=2026-12-04`)).toBe(
      `1,${own},20261202,20261204,0\r\n` +
        `2,T000000002,20261202,DD,5062,Mere Tautahi,${mere},WALLET,TOPUP,T77\r\n` +
        `2,T000000003,20261204,DH,-5062,Mere Tautahi,${mere},WALLET,TOPUP,T77\r\n` +
        '3,2,5062,-5062,0\r\n',
    )
  })

  test('results continue after a sequence number, in order or shuffled', async () => {
    await send('00', [{ cents: 100 }, { cents: 200 }, { cents: 161 }])
    await to('2026-12-03T09:00:00+13:00')
    const seqs = async (after: number) => (await get<{ results: { seq: number }[] }>(`results?account=${own}&after=${after}`)).results.map(({ seq }) => seq)
    expect(await seqs(0)).toEqual([1, 2, 3, 4])
    expect(await seqs(3)).toEqual([4])
    await control(server, 'faults', { at: 'results', kind: 'shuffle', times: 1 })
    expect(await seqs(0)).toEqual([4, 3, 2, 1])
  })

  test('a file whose response was lost is found by its reference', async () => {
    await control(server, 'faults', { bank: 'bnz', at: 'files', kind: 'lose', times: 1 })
    await expect(upload(text(good))).rejects.toThrow('fetch failed')
    expect((await get<{ files: unknown[] }>('files?reference=DD-0001')).files).toHaveLength(1)
    expect((await upload(text(good))).status).toBe(200)
  })
})
