import { testDatabase } from '@nikau/testing'
import { test } from 'vitest'
import { startBankResolution } from '../bank-resolution/fixtures.ts'
import { expectPage } from './fixtures.ts'

const database = await testDatabase()
const bank = await startBankResolution(database, '2026-12-01T10:00:00+13:00')

test('docs/money/bank-differences.md', async () => {
  const { at, banks, desk, fetchResults, only, open, readStatements, sendDefectFiles, sendFiles, stranger } = bank
  await expectPage('bank-differences', database, async ({ step }, name) => {
    const aroha = await bank.createCustomer()
    for (const id of [aroha.walletId, aroha.accountId]) name(id, 'aroha')
    name(aroha.bankAccountId, 'bank-account')
    const approved = async (act: string, content: object, exceptionId?: string) => {
      const proposal = await desk.mere.propose(act, content, exceptionId === undefined ? {} : { exceptionId })
      if (proposal.state === 'waiting') await desk.aroha.approve(proposal.id)
    }
    const book = (debit: string, credit: string, amount: number, exceptionId: string) =>
      approved('adjustment', { debit, credit, amount: String(amount), words: 'correction' }, exceptionId)
    const payOut = (amount: number) =>
      approved('pay-out', {
        debit: 'unclaimed:nzd.main',
        amount: String(amount),
        payee: { name: 'A Stranger', number: '01-0902-0068389-00' },
        particulars: 'RETURNED',
      })
    const nextMorning = async (day: string) => {
      await at(`2026-12-${day}T03:30:00+13:00`)
      await fetchResults()
      await readStatements()
    }
    await aroha.topUp(10_000)
    await at('2026-12-01T15:56:00+13:00')
    await sendFiles()
    await at('2026-12-04T09:00:00+13:00')
    await fetchResults()
    await at('2026-12-07T10:00:00+13:00')
    await stranger(12_366)
    await nextMorning('08')
    await step(
      'A stranger has paid into our account: it is unclaimed',
      async () => book('bank', 'unclaimed:nzd.main', 12_366, await only('statement-unknown')),
      {
        balances: ['bank', 'unclaimed:nzd.main'],
      },
    )
    await step('It goes back to the account that the stranger has named', () => payOut(12_366), { balances: ['unclaimed:nzd.main', 'payouts:nzd.main'] })
    await at('2026-12-08T15:56:00+13:00')
    await sendFiles()
    await at('2026-12-08T18:30:00+13:00')
    await step('The bank has paid it', () => fetchResults(), { balances: ['bank', 'payouts:nzd.main'] })
    await at('2026-12-09T08:30:00+13:00')
    await step('That account is closed: it is unclaimed again', () => fetchResults(), { balances: ['bank', 'unclaimed:nzd.main'] })
    await at('2026-12-09T10:00:00+13:00')
    await stranger(2500)
    await stranger(-700)
    await stranger(-800)
    await nextMorning('10')
    const difference = async (amount: number) => (await open('statement-unknown')).find((one) => one.amount === String(amount))!.id
    await step('A customer has paid in by hand', async () => book('bank', `asset:${aroha.walletId}`, 2500, await difference(2500)), {
      balances: ['asset:<aroha>'],
    })
    await step('A stranger has taken money from our account, and it is lost', async () => book('losses:nzd.main', 'bank', 700, await difference(-700)), {
      balances: ['losses:nzd.main', 'bank'],
    })
    await at('2026-12-10T10:00:00+13:00')
    await stranger(800)
    await nextMorning('11')
    await step('Another one has returned it: the two differences match, and nothing is posted', async () =>
      approved('match-differences', { differences: [await difference(-800), await difference(800)] }),
    )
    await at('2026-12-11T15:00:00+13:00')
    const lost = await aroha.topUp(4000)
    await at('2026-12-11T15:56:00+13:00')
    await sendFiles()
    await banks.control('faults', { bank: 'bnz', at: 'results', kind: 'lost-line' })
    await at('2026-12-16T09:00:00+13:00')
    await fetchResults()
    await readStatements()
    await step('The bank never reported on a top-up, and the statement shows it: settled by decision', async () =>
      approved('settle-order', { reference: lost, differences: [await only('statement-unknown')] }, await only('bank-result-missing')),
    )
    await banks.control('clear', {})
    await at('2026-12-16T15:00:00+13:00')
    await aroha.withdraw(3000)
    await at('2026-12-16T15:56:00+13:00')
    await sendDefectFiles()
    const file = (await bank.files()).at(-1)!
    await step('The bank has rejected the file of a withdrawal, which fails', async () =>
      approved('fail-file', { fileId: file.id }, await only('bank-file-rejected')),
    )
  })
})
