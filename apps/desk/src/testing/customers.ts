import type { Customer, FoundCustomer } from '@nikau/contract/desk/customers'
import { cents } from '@nikau/money'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const day = 1440

export const foundMia: FoundCustomer = {
  id: 'acc-mia',
  number: '7F3C91B2',
  maskedName: 'Mia T.',
  maskedPhone: '021 ••• ••42',
  joinedAt: ago(600 * day),
  state: 'active',
}

export const mia = (change: Partial<Customer> = {}): Customer => ({
  ...foundMia,
  maskedEmail: 'm•••@•••.nz',
  phoneVerified: true,
  emailVerified: true,
  lastSignedInAt: ago(30),
  passkeys: 1,
  wallets: [
    { id: '5rTqKx8LmN2pVw', type: 'nikau.nzd.main', status: 'active', posted: cents(128_455n), held: cents(8000n), available: cents(120_455n) },
    { id: '9sUrLy9MoO3qWx', type: 'nikau.nzd.main', status: 'active', posted: cents(9_999_999n), held: cents(0n), available: cents(9_999_999n) },
  ],
  tokens: 4,
  limits: [
    { type: 'spend', period: 'monthly', interval: '2026-11', used: cents(64_315n), limit: cents(500_000n), own: false },
    { type: 'topup', period: 'monthly', interval: '2026-11', used: cents(42_000n), limit: cents(50_000n), own: true },
  ],
  bankAccounts: [
    { id: 'b1', bank: 'ASB', maskedNumber: '12-•••-••••323-51', verifiedAt: ago(600 * day), directDebit: true },
    { id: 'b2', bank: 'Kiwibank', maskedNumber: '38-•••-••••817-00', directDebit: false },
  ],
  transfers: [
    { id: 't1', type: 'topup', reference: 'TB5RZQ7XKD2M', amount: cents(12_000n), status: 'requested', at: ago(day) },
    { id: 't2', type: 'withdrawal', reference: 'WH3LQX7ZPB2C', amount: cents(30_000n), status: 'failed', at: ago(4 * day) },
  ],
  sessions: [
    { id: 'a'.repeat(24), device: 'Chrome on Android', firstUsedAt: ago(90 * day), lastUsedAt: ago(13), isNew: false },
    { id: 'b'.repeat(24), device: 'Firefox on Windows', firstUsedAt: ago(day), lastUsedAt: ago(day), isNew: true },
  ],
  notes: [
    { by: { id: 'hannah.lowe', name: 'Hannah Lowe' }, at: ago(40), note: 'Asked why the withdrawal of Fri 13 Nov is not at ASB. Told her we ask the bank.' },
  ],
  reveals: { hour: 7, perHour: 20 },
  ...change,
})
