import { activityTypeOf } from '@nikau/contract/wallet-activity'
import { listWalletTransactions, type WalletTransaction } from '@nikau/contract/wallets'
import { fakeClock, testDatabase } from '@nikau/testing'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { assetDeps, createHolder, createWallet, runningApi } from '../../fixtures.ts'
import { ledgerAccountOf } from '../assets/index.ts'
import { maskPhone, type Movement, recordMovements } from './index.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock('2026-11-15T00:00:00Z')
const deps = assetDeps(database, clock)
const api = await runningApi(database, { clock })
await db.transaction().execute((tx) => deps.ledger.openAccount(tx, { id: 'outside', unit: 'nzd.main', kind: 'bank clearing' }))
const mia = await createHolder(database, deps)
const wallet = await createWallet(deps, mia.accountId)

const movements: [value: bigint, movement: Movement][] = [
  [10_000n, { topupId: 't1', destWalletId: wallet, srcParty: '12-3140-0171323-00' }],
  [-450n, { paymentRequestId: 'p1', srcWalletId: wallet, srcParty: maskPhone(mia.phone), destParty: 'Kererū Grocer' }],
  [450n, { paymentRequestId: 'p1', destWalletId: wallet, srcParty: 'Kererū Grocer', destParty: maskPhone(mia.phone) }],
  [-2000n, { assetTransferId: 'a1', srcWalletId: wallet, destParty: '+6422*****18' }],
  [2000n, { assetTransferId: 'a1', returned: true, destWalletId: wallet, srcParty: '+6422*****18' }],
  [300n, { assetTransferId: 'a2', destWalletId: wallet, srcParty: '+6427*****44' }],
  [-1000n, { withdrawalId: 'w1', srcWalletId: wallet, destParty: '12-3140-0171323-00' }],
  [-450n, { paymentRequestId: 'p2', srcWalletId: wallet, destParty: '100% Café' }],
]
for (const [value, movement] of movements)
  await db.transaction().execute(async (tx) => {
    const [from, to] = value > 0n ? ['outside', ledgerAccountOf(wallet)] : [ledgerAccountOf(wallet), 'outside']
    const transfer = { op: 'transfer' as const, from, to, amount: value < 0n ? -value : value }
    const [outcome] = await deps.ledger.postInTransaction(tx, [{ reference: deps.ids.ordered(), kind: 'test', subject: 'test', operations: [transfer] }])
    if (outcome!.outcome === 'refused') throw new Error(outcome!.code)
    await recordMovements(tx, [{ posting: outcome!.posting, movement }])
  })

const list = async (query = '') =>
  (await api.get(`/api/wallets/${wallet}/transactions?${query}`, mia.headers)).body as {
    items: z.input<typeof listWalletTransactions.answer>['items']
    nextPageKey?: string
  }
const numbers = async (query: string) => (await list(query)).items.map((item) => item.activityNumber)

test('each movement has the id of its purpose, which gives its type [API-35, ENT-18, ACT-03, ACT-04, ACT-05, ACT-06]', async () => {
  const { items } = z.decode(listWalletTransactions.answer, await list()) as { items: WalletTransaction[] }
  expect(items.map((item) => [activityTypeOf(item), item.value, item.amount, item.srcParty, item.destParty])).toEqual([
    ['payment', -450n, 450n, undefined, '100% Café'],
    ['withdrawal', -1000n, 1000n, undefined, '12-3140-0171323-00'],
    ['received', 300n, 300n, '+6427*****44', undefined],
    ['returned', 2000n, 2000n, '+6422*****18', undefined],
    ['sent', -2000n, 2000n, undefined, '+6422*****18'],
    ['refunded', 450n, 450n, 'Kererū Grocer', maskPhone(mia.phone)],
    ['payment', -450n, 450n, maskPhone(mia.phone), 'Kererū Grocer'],
    ['topup', 10_000n, 10_000n, '12-3140-0171323-00', undefined],
  ])
  expect(items[3]).toMatchObject({ activityType: 'returned-asset-transfer', assetTransferId: 'a1' })
})

test('the list is filtered by direction, by counterparty ignoring macrons, and by amount', async () => {
  expect(await numbers('direction=in')).toEqual([6, 5, 3, 1])
  expect(await numbers('direction=out')).toEqual([8, 7, 4, 2])
  expect(await numbers('text=kereru')).toEqual([3, 2])
  expect(await numbers('text=KERER%C5%AA&direction=out')).toEqual([2])
  expect(await numbers('text=100%25')).toEqual([8])
  expect(await numbers('text=%25')).toEqual([8])
  expect(await numbers('text=_')).toEqual([])
  expect(await numbers('amount=450')).toEqual([8, 3, 2])
  expect(await numbers(`text=${encodeURIComponent(maskPhone(mia.phone))}`)).toEqual([]) // the holder's own number is on every line
})

test('filtered results are paged too', async () => {
  const first = await list('amount=450&paginationLimit=2')
  expect(first.items.map((item) => item.activityNumber)).toEqual([8, 3])
  expect(await numbers(`amount=450&paginationLimit=2&pageKey=${first.nextPageKey}`)).toEqual([2])
})

test('a phone number is masked except for its prefix and last two digits', () => {
  expect(maskPhone('+6421123418')).toBe('+6421****18')
  expect(maskPhone('+642000000001')).toBe('+6420******01')
})
