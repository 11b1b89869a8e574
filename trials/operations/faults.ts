import type { CalendarDate } from '@nikau/nz/nz-time'
import { type OperationsEnvironment, ourAccounts } from './environment.ts'

type Step = (environment: OperationsEnvironment, day: CalendarDate) => Promise<unknown>

/** What goes wrong on a business day: in the morning before anything is read, while people pay, or at night when the banks answer. */
interface DayFault {
  name: string
  before?: Step
  atNoon?: Step
  atNight?: Step
}

const files = ourAccounts.bnz!
const bankFault =
  (at: string, kind: string, times = 1): Step =>
  ({ banks }) =>
    banks.control('faults', { bank: 'bnz', at, kind, times })
const statementFault =
  (kind: string): Step =>
  ({ banks }, day) =>
    banks.control('statement-faults', { account: files, kind, day, count: 1 })
const stranger =
  (cents: number): Step =>
  ({ banks }) =>
    banks.control('other-party', { account: files, cents, name: 'A Stranger', particulars: 'RENT', reference: 'FLAT 2' })
const onlineFault =
  (at: string, kind: string, times = 1): Step =>
  ({ banks }) =>
    banks.control('faults', { bank: '*', at, kind, times })
const cardFault =
  (at: string, kind: string): Step =>
  ({ cardCompany }) =>
    cardCompany.fault(at, kind, 1)

/** One after the other, again and again. */
const faults: readonly DayFault[] = [
  { name: 'none' },
  { name: 'a rejected file', atNoon: bankFault('files', 'reject-file') },
  { name: 'a lost result', atNight: bankFault('results', 'lost-line') },
  { name: 'a statement line twice', atNight: statementFault('duplicate') },
  { name: 'a result over another amount', atNight: bankFault('results', 'wrong-amount') },
  { name: 'a stranger pays', atNoon: stranger(43_210) },
  { name: 'an unknown reason', before: bankFault('results', 'new-reason', 3) },
  { name: 'a statement line missing', atNight: statementFault('missing') },
  { name: 'another file under our reference', atNoon: bankFault('files', 'other-file') },
  { name: 'a stranger takes money', atNoon: stranger(-1_999) },
  { name: 'a bank pays a tenth', atNoon: onlineFault('payments', 'other-amount') },
  { name: 'a card is charged a tenth', atNoon: cardFault('charge', 'other-amount') },
  { name: 'a statement line a cent less', atNight: statementFault('wrong-amount') },
  { name: 'the payer is not named', before: onlineFault('debtor-account', 'down', 3) },
  { name: 'results in no order', atNight: bankFault('results', 'shuffle', 4) },
  { name: 'an unknown outcome', atNight: bankFault('results', 'new-outcome') },
  { name: 'a line of nobody', atNight: statementFault('unknown') },
  { name: 'the bank is away', atNight: bankFault('results', 'down', 2) },
]

export function faultOfDay(businessDay: number): DayFault {
  return faults[businessDay % faults.length]!
}
