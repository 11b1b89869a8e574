import type { AuditEntry } from '@nikau/contract/desk/audit'

const today = (time: string) => new Date(`2026-11-17T${time}+13:00`)
const people = {
  hannah: { operator: { id: 'hannah.lowe', name: 'Hannah Lowe' }, roles: ['support' as const] },
  priya: { operator: { id: 'priya.raman', name: 'Priya Raman' }, roles: ['finance-lead' as const] },
  tomasi: { operator: { id: 'tomasi.fifita', name: 'Tomasi Fifita' }, roles: ['finance' as const] },
  mere: { operator: { id: 'mere.tamihana', name: 'Mere Tamihana' }, roles: ['operations' as const] },
  daniel: { operator: { id: 'daniel.koh', name: 'Daniel Koh' }, roles: ['admin' as const] },
  ruth: { operator: { id: 'ruth.alder', name: 'Ruth Alder' }, roles: ['auditor' as const] },
}
type Who = keyof typeof people

const hashOf = (number: number) => (number * 2_654_435_761).toString(16).padStart(16, '7').slice(-16).repeat(4)

/** An entry as the log has it; the hash before is that of the number before. */
export function auditEntry(number: number, time: string, who: Who | undefined, change: Partial<AuditEntry>): AuditEntry {
  return {
    number,
    at: today(time),
    ...(who ? people[who] : { roles: [] }),
    session: '5a1f77c0-91aa-4c3e-8a54-2f6d1c0e9b11',
    kind: 'looked',
    endpoint: 'GET /api/desk/proposals',
    detail: {},
    previous: hashOf(number - 1),
    hash: hashOf(number),
    ...change,
  }
}

const head = 1_284_119

/** Of the moment of the design's pictures, newest first. */
export const auditEntries: readonly AuditEntry[] = [
  auditEntry(head, '14:41:08.114', 'priya', { endpoint: 'GET /api/desk/proposals/:id', subject: 'proposal:318' }),
  auditEntry(head - 1, '14:40:51', 'hannah', {}),
  auditEntry(head - 2, '14:38:30', 'priya', { endpoint: 'POST /api/desk/proposals/preview', detail: { call: 'preview', act: 'adjustment' } }),
  auditEntry(head - 3, '14:37:02', 'tomasi', {
    kind: 'refused',
    endpoint: 'POST /api/desk/proposals/:id/approve',
    subject: 'proposal:314',
    refusal: 'SAME_PERSON',
    detail: { call: 'approve', proposal: '314' },
  }),
  auditEntry(head - 4, '14:33:44', 'hannah', {
    kind: 'acted',
    endpoint: 'POST /api/desk/proposals',
    subject: 'account:44d9e02a',
    detail: { call: 'act', act: 'freeze-account', proposal: '313' },
  }),
  auditEntry(head - 5, '14:31:20', 'mere', { kind: 'sign-in', endpoint: 'sign-in' }),
  auditEntry(head - 6, '14:12:09', 'mere', {
    kind: 'acted',
    endpoint: 'POST /api/desk/proposals',
    subject: 'exception:2009',
    detail: { call: 'propose', act: 'send-back', proposal: '318' },
  }),
  auditEntry(head - 7, '14:05:31', 'ruth', { endpoint: 'GET /api/desk/audit', detail: { operator: 'mere.tamihana' } }),
  auditEntry(head - 8, '13:58:00', 'mere', {
    kind: 'acted',
    endpoint: 'POST /api/desk/proposals/:id/decline',
    subject: 'exception:2009',
    detail: { call: 'decline', act: 'send-back', proposal: '311' },
  }),
  auditEntry(head - 9, '13:20:14', undefined, { kind: 'sign-in', endpoint: 'sign-in', refusal: 'NOT_AN_OPERATOR', session: undefined }),
  auditEntry(head - 10, '12:58:40', 'daniel', {
    kind: 'acted',
    endpoint: 'POST /api/desk/proposals',
    subject: 'operator:aroha.bell',
    detail: { call: 'propose', act: 'access', proposal: '310' },
  }),
  auditEntry(head - 11, '00:20:00', undefined, {
    kind: 'acted',
    endpoint: 'end-unconfirmed-access',
    subject: 'operator:ihaia.rua',
    detail: { call: 'end-access', review: '2026-Q4', roles: 'risk' },
    session: undefined,
  }),
]

export const auditChain = { entries: head, head: hashOf(head), anchoredAt: today('14:40:00'), checkedAt: today('14:41:30'), holds: true }
