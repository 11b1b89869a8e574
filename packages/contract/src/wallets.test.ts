import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createWallet, listWalletTransactions, isSettlementWallet, topUpTestWallet, walletTransaction } from './wallets.ts'

describe('opening a wallet', () => {
  test('takes account, ledger and the settlement flag', () => {
    expect(createWallet).toMatchObject({ method: 'POST', path: '/api/wallet-assets', access: 'person' })
    const body = { accountId: 'a1', ledgerId: 'nikau.nzd.test', settlement: true }
    expect(z.decode(createWallet.body, body as never)).toEqual(body)
    expect(z.safeDecode(createWallet.body, { ...body, ledgerId: 'farmlands.nzd.main' } as never).success).toBe(false)
  })

  test('an org always gets a settlement wallet', () => {
    expect(isSettlementWallet('org', undefined)).toBe(true)
    expect(isSettlementWallet('org', false)).toBe(true)
    expect(isSettlementWallet('individual', undefined)).toBe(false)
    expect(isSettlementWallet('individual', true)).toBe(true)
  })
})

describe('transactions', () => {
  test('are paged, with every field of the entity [ENT-18]', () => {
    expect(listWalletTransactions).toMatchObject({ method: 'GET', path: '/api/wallets/:walletId/transactions', access: 'person', paged: true })
    const wire = {
      activityNumber: 7,
      amount: '450',
      value: '-450',
      createdAt: '2026-11-17T03:12:00.000Z',
      activityType: 'returned-asset-transfer',
      destWalletId: 'w2',
      srcWalletId: 'w1',
      destParty: 'Kererū Coffee',
      srcParty: '+6421*****18',
      paymentRequestId: 'p1',
      topupId: 't1',
      assetTransferId: 'x1',
      withdrawalId: 'd1',
      status: 'done',
    }
    const decoded = z.decode(walletTransaction, wire)
    expect(decoded.value).toBe(-450n)
    expect(z.encode(walletTransaction, decoded)).toEqual(wire)
  })
})

describe('a test top-up', () => {
  const decode = (body: unknown) => z.safeDecode(topUpTestWallet.body, body as never)

  test('takes an amount in cents, the asset id and a key', () => {
    expect(topUpTestWallet).toMatchObject({ method: 'POST', path: '/api/wallets/:walletId/topup', access: 'person' })
    expect(topUpTestWallet.refusals.INVALID_WALLET_TYPE).toBe(403)
    expect(decode({ amount: 5010, assetId: 'w1', idempotencyKey: 'k-1' }).data).toEqual({ amount: 5010n, assetId: 'w1', idempotencyKey: 'k-1' })
    expect(decode({ amount: '5010', idempotencyKey: 'k-1' }).success).toBe(true)
    expect(decode({ amount: '5010' }).success).toBe(false)
  })

  test.each(['0', '-1', '100000000', '1.5', ''])('of "%s" is malformed', (amount) => {
    expect(decode({ amount, idempotencyKey: 'k-1' }).success).toBe(false)
  })
})
