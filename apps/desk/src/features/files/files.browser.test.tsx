import { getBankFile, listBankFiles, revealBankFile } from '@nikau/contract/desk/bank-files'
import { getException } from '@nikau/contract/desk/exceptions'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { debitFile, detailOf, fileAnswer, filesAnswer, rejectedFile } from '../../testing/bank-files.ts'
import { type DeskServer, inTurn, refuse, startDeskServer } from '../../testing/desk-server.ts'
import { wrongAmount } from '../../testing/exceptions.ts'
import { answerSession, openDesk, stubPasskey } from '../../testing/open-desk.tsx'
import { expectFocusSeen, expectSound } from '../../testing/sweep.ts'

let server: DeskServer
beforeEach(async () => {
  await page.viewport(1280, 800)
  server = startDeskServer()
  answerSession(server, { operator: { id: 'mere.tamihana', name: 'Mere Tamihana', roles: ['operations'] } })
  server.on(listBankFiles, () => filesAnswer())
  server.on(getBankFile, () => fileAnswer())
  stubPasskey()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
const content = () => document.querySelector('.dk-bytes pre')?.textContent ?? ''
const textOf = (element: Element) => element.textContent.replaceAll(/\s+/g, ' ')
const rowsOf = (element: Element) => [...element.querySelectorAll('tbody tr')].map(textOf)

test('windows and files stand by day with orders, sums, what the bank said and the last day for returns [DESK-51]', async () => {
  await openDesk('/files')
  const table = page.getByRole('table', { name: 'Bank files by window' })
  await expect.element(table).toBeVisible()
  const rows = rowsOf(table.element())
  expect(rows[0]).toBe('Tue 17 Nov, window open')
  expect(rows[1]).toMatch(/^Debitstop-ups412\$61,240\.00collectinguntil 3:55 pm–$/)
  expect(rows[3]).toBe('16 November 2026, closed Mon 16 Nov, 3:55 pm')
  expect(rows[4]).toMatch(/^DD261116-01top-ups398\$58,905\.00accepted393 at the bank, 5 came back2 exceptionsThu 19 Nov$/)
  expect(rows[5]).toMatch(/rejected41 no result yet43\/4 HASH_TOTALwaits for a second person–$/)
  await page.getByRole('button', { name: 'Earlier days' }).click()
  await expect.poll(() => server.to(listBankFiles).at(-1)!.query).toEqual({ pageKey: '2026-11-13' })
  await page.getByRole('link', { name: 'DD261116-01' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'DD261116-01' })).toBeVisible()
})

test('a file shows its course, that it adds up, and lines with the masked account and their exceptions [DESK-52]', async () => {
  await openDesk('/files/DD261116-01')
  const lines = page.getByRole('table', { name: 'Lines of the file' })
  await expect.element(lines).toBeVisible()
  const rows = rowsOf(lines.element())
  expect(rows[1]).toBe('4TM2DXK7QRB5W12-••••-••••323-00$200.00faileddishonoured Tue 17 Novnot enough money')
  expect(rows[2]).toContain('exception 2021')
  expect([...document.querySelectorAll('.dk-course li')].map((step) => `${step.getAttribute('data-state')} ${textOf(step)}`)).toEqual([
    'done BuiltMon 16 Nov, 3:55 pm',
    'done AcceptedMon 16 Nov, 3:56 pm',
    'done ProcessedMon 16 Nov',
    'now May come backuntil Thu 19 Nov',
    'next ClearedThu 19 Nov, 9:00 am',
  ])
  expect(rowsOf(page.getByRole('table', { name: 'What became of the orders' }).element())).toEqual(['at the bank393$58,265.00', 'came back5$640.00'])
  await page.getByRole('button', { name: 'came back 5' }).click()
  await expect.poll(() => server.to(getBankFile).at(-1)!.query).toEqual({ only: 'came-back' })
  server.on(getBankFile, () => fileAnswer(detailOf(debitFile({ addsUp: false }))))
  await page.getByRole('button', { name: 'All 398' }).click()
  await expect.element(page.getByText('does not add up')).toBeVisible()
})

test('a rejected file leads to the act that sends its orders again, with its form open [DESK-54]', async () => {
  const exception = wrongAmount({
    id: '2019',
    kind: 'bank-file-rejected',
    acts: [
      {
        act: 'resend-file',
        may: true,
        money: 'out',
        needs: [['operations']],
        needsEvidence: true,
        needsPasskey: true,
        fields: [{ name: 'fileId', input: 'fixed', value: 'f1' }],
      },
    ],
  })
  server.on(getException, () => ({ exception, now: new Date() }))
  server.on(getBankFile, () => fileAnswer(detailOf(rejectedFile(), { course: [{ step: 'rejected', state: 'failed' }] })))
  await openDesk('/files/DC261116-02')
  await page.getByRole('link', { name: 'Send the orders in a new file' }).click()
  await expect.element(page.getByRole('button', { name: 'See what happens' })).toBeVisible()
})

test('the bytes are asked for with a reason and the passkey, shown with digest and audit entry, and hidden [DESK-53]', async () => {
  const opened = {
    content: '1,020192021400018\n2,Hana',
    size: 24,
    digest: 'c41f'.padEnd(64, 'a'),
    isKept: true,
    entry: 5120,
    until: new Date(Date.now() + 600_000),
  }
  server.on(revealBankFile, inTurn<Response | typeof opened>(refuse('STEP_UP_REQUIRED'), opened))
  await openDesk('/files/DD261116-01')
  await page.getByRole('button', { name: 'Read the bytes' }).click()
  await page.getByRole('button', { name: 'Open the bytes' }).click()
  await expect.element(page.getByText('Say why, in at least 3 characters.')).toBeVisible()
  expect(server.to(revealBankFile)).toHaveLength(0)
  await page.getByRole('textbox', { name: 'Why do you open it?' }).fill('BNZ case 4711')
  await page.getByRole('button', { name: 'Open the bytes' }).click()
  await expect.poll(content).toContain('2,Hana')
  expect(server.to(revealBankFile).map(({ body }) => body)).toEqual([{ reason: 'BNZ case 4711' }, { reason: 'BNZ case 4711' }])
  await expect.element(page.getByText(/audit entry 5120/)).toBeVisible()
  expect(textOf(document.querySelector('.dk-bytes')!)).toContain('the digest that was kept when it was built')
  await expectSound('desktop')
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect.poll(content).toBe('')
})

test('a role that sees no account numbers is not offered the bytes [DESK-53]', async () => {
  answerSession(server, { operator: { id: 'ana', name: 'Ana Ruiz', roles: ['auditor'] } })
  await openDesk('/files/DD261116-01')
  await expect.element(page.getByText(/your role does not open them/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Read the bytes' })).not.toBeInTheDocument()
})

test('the list and a file are sound in both themes and walked by Tab [DESK-94]', async () => {
  await openDesk('/files')
  await expect.element(page.getByRole('table', { name: 'Bank files by window' })).toBeVisible()
  await expectSound('desktop')
  await expectFocusSeen()
  await page.getByRole('link', { name: 'DD261116-01' }).click()
  await expect.element(page.getByRole('table', { name: 'Lines of the file' })).toBeVisible()
  await expectSound('desktop')
  await expectFocusSeen()
})
