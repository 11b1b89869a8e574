import type { AnswerOf, BodyOf } from '@nikau/contract'
import type { DeviceTill, signOff, signOn, TillPerson, Turn } from '@nikau/contract/tills'
import { reachOfRole } from '@nikau/contract/roles'
import { cents } from '@nikau/money'
import { calendarDate } from '@nikau/nz/nz-time'
import type { MerchantKey, Source } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { recordAudit, recordForOwners, refundLimitOf, selectMembers } from '../accounts/index.ts'
import { mayTakePayments } from './admit.ts'
import { type CodeDeps, isCodeOf } from './code.ts'
import type { TillDeps } from './manage.ts'
import { toDeviceTill } from './present.ts'
import { hashOf, lockEndOf, newTurnToken, shortNames, turnSeconds } from './rules.ts'
import { countLock, countLocks, deleteTurn, maxTries, resetTries, selectLockedUntil, selectPeopleWithCode, takeTry, upsertTurn } from './store-turns.ts'
import { selectTill } from './store.ts'

const isOwn = (key: MerchantKey, tillId: string) => key.till?.id === tillId

export async function readDevice({ db }: TillDeps, key: MerchantKey, tillId: string): Promise<DeviceTill | Refusal<'FORBIDDEN'>> {
  return isOwn(key, tillId) ? await toDeviceTill(db, (await selectTill(db, tillId))!) : refuse('FORBIDDEN')
}

/** Who may start at the till: a name, and no more than that. */
export async function listPeople({ db }: TillDeps, key: MerchantKey, tillId: string): Promise<TillPerson[] | Refusal<'FORBIDDEN'>> {
  if (!isOwn(key, tillId)) return refuse('FORBIDDEN')
  const people = (await selectMembers(db, key.accountId)).filter(
    ({ role, merchantIds }) => reachOfRole(role, 'payments:write') !== undefined && (merchantIds?.includes(key.till!.merchantId) ?? true),
  )
  const [names, withCode] = [shortNames(people), await selectPeopleWithCode(db, key.accountId)]
  return people.map(({ personId }) => ({ personId, name: names.get(personId)!, hasCode: withCode.has(personId) }))
}

type SignOnRefused = 'FORBIDDEN' | 'SIGN_ON_FAILED' | 'SIGN_ON_LOCKED'

/**
 * The try is committed before the code is compared. A person who does not work here is refused like one who mistyped. Owners are told
 * of the first lock of a day.
 */
export async function start(
  deps: CodeDeps,
  { actor: key, source }: { actor: MerchantKey; source: Source },
  tillId: string,
  { personId, code }: BodyOf<typeof signOn>,
): Promise<Turn | Refusal<SignOnRefused>> {
  if (!isOwn(key, tillId)) return refuse('FORBIDDEN')
  const [at, place] = [deps.clock.now(), { tillId, personId }]
  if (!(await mayTakePayments(deps.db, personId, tillId))) {
    await isCodeOf(deps, { accountId: key.accountId, personId }, code)
    return refuse('SIGN_ON_FAILED', { triesLeft: maxTries - 1 })
  }
  const lockedUntil = lockEndOf(await countLocks(deps.db, place, calendarDate(at)), at)
  const tries = await takeTry(deps.db, place, { at, lockedUntil })
  if (tries === undefined) return refuse('SIGN_ON_LOCKED', { until: (await selectLockedUntil(deps.db, place)) ?? lockedUntil })
  if (!(await isCodeOf(deps, { accountId: key.accountId, personId }, code))) {
    if (tries < maxTries) return refuse('SIGN_ON_FAILED', { triesLeft: maxTries - tries })
    await recordLock(deps, { actor: key, source }, place, { at, until: lockedUntil })
    return refuse('SIGN_ON_LOCKED', { until: lockedUntil })
  }
  const token = newTurnToken()
  await inTransaction(deps.db, async (tx) => {
    await resetTries(tx, place)
    await upsertTurn(tx, { ...place, tokenHash: hashOf(token), at })
  })
  const names = shortNames(await selectMembers(deps.db, key.accountId))
  const refundLimit = await refundLimitOf(deps.db, personId, key.accountId)
  return { token, personId, name: names.get(personId) ?? '', endsAfter: turnSeconds, ...(refundLimit !== undefined && { refundLimit: cents(refundLimit) }) }
}

async function recordLock(
  { db }: CodeDeps,
  call: { actor: MerchantKey; source: Source },
  place: { tillId: string; personId: string },
  { at, until }: { at: Date; until: Date },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { accountId, name: till } = (await selectTill(tx, place.tillId))!
    const name = shortNames(await selectMembers(tx, accountId)).get(place.personId) ?? ''
    const locks = await countLock(tx, place, calendarDate(at))
    await recordAudit(tx, accountId, { action: 'till-locked', ...call, at, subject: place.personId, after: { till, until: until.toISOString() } })
    if (locks === 1) await recordForOwners(tx, accountId, { kind: 'till-locked', ...call, at, detail: { name, till } })
  })
}

export async function leave({ db }: TillDeps, key: MerchantKey, tillId: string): Promise<AnswerOf<typeof signOff> | Refusal<'FORBIDDEN'>> {
  if (!isOwn(key, tillId)) return refuse('FORBIDDEN')
  await deleteTurn(db, tillId)
  return {}
}
