import type { BodyOf, RefusalOf } from '@nikau/contract'
import type { FixedCode, registerFixedCode, removeFixedCode, verifyFixedCode } from '@nikau/contract/fixed-codes'
import type { Clock, Db, Ids, Log, Secret } from '@nikau/runtime'
import { crnOf, type MerchantKey } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { answersChallenge, generateSigningKey, newChallenge, parseTarget, type Resolve, validateTarget } from '../webhooks/index.ts'
import { isOwnOrigin, isPrefix, prefixesOf } from './rules.ts'
import { type FixedCodeRow, insertFixedCode, isTaken, lockAccount, lockOrigin, selectFixedCode, selectRegistered, setRemoved, setVerified } from './store.ts'

export interface FixedCodeDeps {
  db: Db
  clock: Clock
  ids: Ids
  log: Log
  secret: Secret
  apiOrigin: string
  webOrigin: string
  /** Allows test keys targets on this machine, for the sandbox shop in development. */
  loopback: boolean
  resolve: Resolve
}

const maxRegistered = 50

/** Registers a prefix, which resolves nothing before its target has proved that it is the account's. A repeated call answers the first. */
export async function register(
  deps: FixedCodeDeps,
  key: MerchantKey,
  body: BodyOf<typeof registerFixedCode>,
): Promise<FixedCode | Refusal<RefusalOf<typeof registerFixedCode>>> {
  const { accountId } = key
  const url = parseTarget(body.prefix, deps.loopback)
  const target = await validateTarget(deps, body.target)
  if (!url || target === undefined || !isAllowed(deps, key, url, new URL(target))) return refuse('FIXED_CODE_INVALID')
  const prefix = url.href
  const signingKey = await generateSigningKey(deps.ids.public('fc_'), deps.secret)
  return await inTransaction(deps.db, async (tx): Promise<FixedCode | Refusal<RefusalOf<typeof registerFixedCode>>> => {
    await lockAccount(tx, accountId)
    const registered = await selectRegistered(tx, accountId)
    const same = registered.find((row) => row.prefix === prefix)
    if (same?.target === target) return toFixedCode(deps, same)
    if (same || (await isTaken(tx, { accountId, prefix, within: prefixesOf(url) }))) return refuse('FIXED_CODE_TAKEN')
    if (registered.length >= maxRegistered) return refuse('FIXED_CODE_LIMIT_EXCEEDED')
    await insertFixedCode(tx, { accountId, prefix, target, key: signingKey, createdBy: crnOf(key), at: deps.clock.now() })
    return toFixedCode(deps, (await selectFixedCode(tx, { id: signingKey.id, accountId }))!)
  })
}

/** Who answers for the origin's target answers for its codes. */
function isAllowed({ apiOrigin, webOrigin }: FixedCodeDeps, key: MerchantKey, prefix: URL, target: URL): boolean {
  if (prefix.origin !== target.origin || isOwnOrigin(prefix, [apiOrigin, webOrigin])) return false
  return isPrefix(prefix) && (prefix.protocol === 'https:' || key.testAccount === true)
}

/** The receiver knows the keys since the registration, so it does not answer for another account's. */
export async function verify(deps: FixedCodeDeps, key: MerchantKey, id: string): Promise<FixedCode | Refusal<RefusalOf<typeof verifyFixedCode>>> {
  const { accountId } = key
  const row = await selectFixedCode(deps.db, { id, accountId })
  if (!row || row.removedAt !== null) return refuse('FORBIDDEN')
  if (!(await answersChallenge(deps, { id, accountId, url: row.target, key: row }, newChallenge()))) return refuse('CHALLENGE_NOT_ANSWERED')
  return await inTransaction(deps.db, async (tx): Promise<FixedCode | Refusal<'FIXED_CODE_TAKEN'>> => {
    const url = new URL(row.prefix)
    await lockOrigin(tx, url.origin)
    if (await isTaken(tx, { accountId, prefix: row.prefix, within: prefixesOf(url) })) return refuse('FIXED_CODE_TAKEN')
    await setVerified(tx, id, deps.clock.now())
    return toFixedCode(deps, (await selectFixedCode(tx, { id, accountId }))!)
  })
}

export async function list(deps: FixedCodeDeps, key: MerchantKey): Promise<FixedCode[]> {
  return (await selectRegistered(deps.db, key.accountId)).map((row) => toFixedCode(deps, row))
}

export async function remove(deps: FixedCodeDeps, key: MerchantKey, id: string): Promise<Record<string, never> | Refusal<RefusalOf<typeof removeFixedCode>>> {
  if (!(await selectFixedCode(deps.db, { id, accountId: key.accountId }))) return refuse('FORBIDDEN')
  await setRemoved(deps.db, id, deps.clock.now())
  return {}
}

function toFixedCode({ apiOrigin }: FixedCodeDeps, { id, accountId, prefix, target, createdAt, verifiedAt }: FixedCodeRow): FixedCode {
  const status = verifiedAt === null ? 'pending' : 'active'
  return { id, accountId, prefix, target, status, jwksUrl: `${apiOrigin}/.well-known/fixed-codes/${id}/jwks.json`, createdAt }
}
