import type { Proposal } from '@nikau/contract/desk/proposals'
import { cents } from '@nikau/money'

const today = (time: string) => new Date(`2026-11-17T${time}:00+13:00`)
const people = {
  mere: { id: 'mere.tamihana', name: 'Mere Tamihana' },
  hannah: { id: 'hannah.lowe', name: 'Hannah Lowe' },
  tomasi: { id: 'tomasi.fifita', name: 'Tomasi Fifita' },
  priya: { id: 'priya.raman', name: 'Priya Raman' },
  grace: { id: 'grace.oduya', name: 'Grace Oduya' },
}

/** The proposal of the design's pictures: $154.30 back to a payer whose bank account the bank has named. */
export function sendBack(change: Partial<Proposal> = {}): Proposal {
  return {
    id: '318',
    kind: 'send-back',
    subject: 'exception:2009',
    exceptionId: '2009',
    content: { account: '02-0•••-•••••17-00', reference: 'CP-C7F-ZS5' },
    amount: cents(15_430),
    unit: 'nzd.main',
    note: 'BNZ named the payer’s account at 1:58 pm, case 4718. Harbour Greens confirmed the refund by phone.',
    evidence: ['BNZ case 4718, letter of Tue 17 Nov', 'call with Harbour Greens, Tue 17 Nov, 2:05 pm'],
    proposer: people.mere,
    approvers: [],
    needs: [['finance', 'finance-lead']],
    movements: [
      {
        kind: 'transfer',
        unit: 'nzd.main',
        amount: cents(15_430),
        debit: { account: 'surplus:nzd.main', before: cents(18_430), after: cents(3000) },
        credit: { account: 'bank', before: cents(-275_400_918), after: cents(-275_385_488) },
      },
    ],
    createdAt: today('14:12'),
    endsAt: new Date('2026-11-18T14:12:00+13:00'),
    state: 'waiting',
    ...change,
  }
}

/** Those of the pictures: three for a finance lead, two for others, and three that are decided. */
export const proposals: { waiting: Proposal[]; decided: Proposal[] } = {
  waiting: [
    sendBack(),
    sendBack({
      id: '317',
      kind: 'resend-file',
      subject: 'bank-file:DC261116-02',
      exceptionId: '2019',
      amount: cents(1_294_000),
      createdAt: today('13:40'),
      endsAt: today('15:55'),
      needs: [['finance-lead']],
    }),
    sendBack({
      id: '316',
      kind: 'lift-freeze',
      subject: 'account:7F3C',
      amount: undefined,
      unit: undefined,
      movements: [],
      proposer: people.hannah,
      createdAt: today('11:26'),
      endsAt: new Date('2026-11-18T11:26:00+13:00'),
      needs: [['risk', 'compliance']],
      cannotDecide: 'OUTSIDE_ROLE',
    }),
    sendBack({
      id: '315',
      kind: 'adjustment',
      subject: 'account:91B2',
      amount: cents(841_025),
      proposer: people.priya,
      createdAt: today('10:02'),
      endsAt: new Date('2026-11-18T10:02:00+13:00'),
      cannotDecide: 'SAME_PERSON',
    }),
    sendBack({
      id: '314',
      kind: 'adjustment',
      subject: 'account:91B2',
      amount: cents(2500),
      proposer: people.tomasi,
      createdAt: today('09:31'),
      endsAt: new Date('2026-11-18T09:31:00+13:00'),
    }),
  ],
  decided: [
    sendBack({
      id: '313',
      kind: 'lift-freeze',
      subject: 'account:5E07',
      amount: undefined,
      movements: [],
      state: 'approved',
      approvers: [people.grace],
      needs: [],
      decidedAt: new Date('2026-11-16T16:48:00+13:00'),
      cannotDecide: 'PROPOSAL_ENDED',
    }),
    sendBack({
      id: '312',
      kind: 'adjustment',
      subject: 'exception:1990',
      amount: cents(6000),
      state: 'approved',
      proposer: people.tomasi,
      approvers: [people.priya],
      needs: [],
      decidedAt: new Date('2026-11-16T14:20:00+13:00'),
      cannotDecide: 'PROPOSAL_ENDED',
    }),
    sendBack({
      id: '311',
      kind: 'change-fees',
      subject: 'merchant:corner-loaf',
      amount: undefined,
      movements: [],
      state: 'declined',
      declinedBy: people.priya,
      declineNote: 'Not agreed with the merchant yet.',
      needs: [],
      decidedAt: new Date('2026-11-16T11:05:00+13:00'),
      cannotDecide: 'PROPOSAL_ENDED',
    }),
  ],
}
