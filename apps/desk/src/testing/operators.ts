import type { DeskAnswerOf } from '@nikau/contract/desk/endpoint'
import type { ActAccess, DeskOperator, listOperators } from '@nikau/contract/desk/operators'
import { cents } from '@nikau/money'

const today = (time: string) => new Date(`2026-11-17T${time}:00+13:00`)
const grace = { id: 'grace.oduya', name: 'Grace Oduya' }

export function deskOperator(id: string, name: string, change: Partial<DeskOperator> = {}): DeskOperator {
  return {
    id,
    name,
    login: id.split('.')[0]!,
    roles: ['operations'],
    state: 'active',
    passkeys: 2,
    passkeyUsedAt: today('14:31'),
    seenAt: today('14:31'),
    review: { state: 'confirmed', by: grace, at: new Date('2026-10-01T10:00:00+13:00') },
    ...change,
  }
}

const act = (kind: string, proposers: ActAccess['proposers'], ...agreements: [number, ActAccess['agreements'][number]['needs']][]): ActAccess => ({
  kind,
  proposers,
  agreements: agreements.map(([from, needs]) => ({ from: cents(from), needs })),
})

const finance = ['finance', 'finance-lead'] as const
const lead = ['finance-lead'] as const
const riskOrCompliance = ['risk', 'compliance'] as const

/** Those of the pictures, in the review of the last quarter of 2026, which is over. */
export function accessAnswer(change: Partial<DeskAnswerOf<typeof listOperators>> = {}): DeskAnswerOf<typeof listOperators> {
  return {
    operators: [
      deskOperator('daniel.koh', 'Daniel Koh', { roles: ['admin'], seenAt: today('12:58'), passkeyUsedAt: today('12:55') }),
      deskOperator('grace.oduya', 'Grace Oduya', { roles: ['compliance'], passkeys: 3, seenAt: today('14:40') }),
      deskOperator('hannah.lowe', 'Hannah Lowe', { roles: ['support'], passkeys: 1, seenAt: today('14:36') }),
      deskOperator('mere.tamihana', 'Mere Tamihana'),
      deskOperator('priya.raman', 'Priya Raman', { roles: ['finance', 'finance-lead'], seenAt: today('14:38') }),
      deskOperator('ruth.alder', 'Ruth Alder', { roles: ['auditor'], passkeys: 1, seenAt: new Date('2026-11-16T16:05:00+13:00') }),
      deskOperator('tomasi.fifita', 'Tomasi Fifita', {
        roles: ['finance'],
        state: 'no-passkey',
        passkeys: 0,
        passkeyUsedAt: undefined,
        seenAt: undefined,
        review: { state: 'added' },
      }),
      deskOperator('ihaia.rua', 'Ihaia Rua', { roles: [], state: 'suspended', review: undefined }),
    ],
    acts: [
      act('adjustment', [...finance], [0, [[...finance]]], [100_000, [[...lead]]], [1_000_000, [[...lead], ['compliance']]]),
      act('close-exception', ['operations', ...finance], [0, []], [50_000, [['operations', ...finance]]]),
      act('send-back', ['operations', ...finance], [0, [[...finance]]], [100_000, [[...lead]]], [1_000_000, [[...lead], ['compliance']]]),
      act('vouch', ['support', 'operations', 'risk'], [0, [[...riskOrCompliance]]]),
      act('access', ['admin'], [0, [['admin', 'compliance']]]),
      act('confirm-access', ['admin', 'compliance'], [0, []]),
      act('freeze-account', ['support', 'operations', 'risk', 'compliance'], [0, []]),
      act('lift-freeze', [...riskOrCompliance], [0, [[...riskOrCompliance]]]),
      act('change-fees', ['operations', 'finance-lead', 'risk', 'compliance'], [0, [[...lead]]]),
      act('sign-safeguarding', [...finance], [0, [[...lead]]]),
    ],
    review: {
      quarter: '2026-Q4',
      lastDay: '2026-10-07',
      endsAt: new Date('2026-10-08T00:00:00+13:00'),
      next: { firstDay: '2027-01-01', lastDay: '2027-01-07' },
    },
    now: today('14:41'),
    ...change,
  }
}
