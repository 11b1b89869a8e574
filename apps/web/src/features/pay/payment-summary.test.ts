import { cents } from '@nikau/money'
import { describe, expect, test } from 'vitest'
import { type PaidRequest, summaryRows } from './payment-summary.ts'

const rows = (request: PaidRequest) => summaryRows(request).map(({ key, amount }) => [key, amount])
const total = (type: string, amount: bigint) => ({ type, total: { amount: cents(amount) } })

describe('the rows of the order summary', () => {
  test('are five when none is zero', () => {
    const request = {
      value: { amount: cents(1500n) },
      remainingAmount: cents(200n),
      lineItems: [{ price: cents(1900n) }, { price: cents(-100n) }],
      paidBy: { assetTotals: [total('nikau.token.main', 650n), total('nikau.nzd.main', 600n), total('cca.coke.main', 50n)] },
    }
    expect(rows(request)).toEqual([
      ['order-total', 1800n],
      ['already-paid', 300n],
      ['discounts', 700n],
      ['remaining', 200n],
      ['total', 600n],
    ])
  })

  test('are two for a full payment with money, with or without line items', () => {
    const plain = { value: { amount: cents(1500n) }, remainingAmount: cents(0n), paidBy: { assetTotals: [total('nikau.nzd.main', 1500n)] } }
    const two = [
      ['order-total', 1500n],
      ['total', 1500n],
    ]
    expect(rows(plain)).toEqual(two)
    expect(rows({ ...plain, lineItems: [] })).toEqual(two)
    expect(rows({ ...plain, lineItems: [{ price: cents(1500n) }] })).toEqual(two)
  })

  test('never show a negative already paid', () => {
    const request = { value: { amount: cents(1500n) }, remainingAmount: cents(0n), lineItems: [{ price: cents(1000n) }] }
    expect(rows(request)).toEqual([
      ['order-total', 1000n],
      ['total', 0n],
    ])
  })
})
