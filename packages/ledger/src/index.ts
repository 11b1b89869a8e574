export { AccountConflict } from './accounts.ts'
export { AccountLocked, LedgerBusy, LedgerClosed } from './batch.ts'
export { completePosting, digestRange, endOfRange, type PostingRange, type RangeDigest } from './digest.ts'
export { effect, type Effect, type EffectKind } from './effects.ts'
export { type Group, MalformedGroup, type Operation, type Outcome, type RefusalCode, refusalCodes } from './groups.ts'
export { EffectNotApplied, OutcomeUnknown } from './lane.ts'
export { createLedger, type Ledger, type LedgerOptions, assertPosted } from './ledger.ts'
export {
  assertLedgerInvariants,
  type Balance,
  balance,
  balanceAt,
  type BalanceAt,
  balances,
  entryAt,
  InvariantViolation,
  history,
  type StatementLine,
  violations,
} from './statements.ts'
export { allowSimulatedTime, type Limits, lockAccounts, type NewAccount } from './store.ts'
