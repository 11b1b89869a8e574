import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { AnswerOf } from '@nikau/contract'
import type { setTillCode } from '@nikau/contract/tills'
import type { Vault } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { reachOf, recordAudit } from '../accounts/index.ts'
import type { TillCall, TillDeps } from './manage.ts'
import { isSimpleCode } from './rules.ts'
import { deleteTurnsOf, selectCode, upsertCode } from './store-turns.ts'

type CodeState = AnswerOf<typeof setTillCode>

export interface CodeDeps extends TillDeps {
  vault: Vault
}

const derive = promisify<string | Buffer, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt)

/**
 * A code has few digits, so it is hashed slowly and with a key that is not in the database: who has the table alone cannot find it.
 */
async function hashCode({ vault }: { vault: Vault }, owner: { accountId: string; personId: string }, code: string, salt: Buffer): Promise<Buffer> {
  const keyed = vault.fingerprint(`till-code:${owner.accountId}:${owner.personId}:${code}`)
  return await derive(keyed, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 })
}

export async function readCodeState({ db }: TillDeps, person: Person, accountId: string): Promise<CodeState | Refusal<'FORBIDDEN'>> {
  if (!(await reachOf(db, person, accountId, 'payments:write'))) return refuse('FORBIDDEN')
  const found = await selectCode(db, accountId, person.personId)
  return found ? { setAt: found.setAt } : {}
}

export async function setCode(
  deps: CodeDeps,
  { actor, source }: TillCall,
  accountId: string,
  code: string,
): Promise<CodeState | Refusal<'FORBIDDEN' | 'TILL_CODE_TOO_SIMPLE'>> {
  if (!(await reachOf(deps.db, actor, accountId, 'payments:write'))) return refuse('FORBIDDEN')
  if (isSimpleCode(code)) return refuse('TILL_CODE_TOO_SIMPLE')
  const [salt, at] = [randomBytes(16), deps.clock.now()]
  const owner = { accountId, personId: actor.personId }
  const codeHash = await hashCode(deps, owner, code, salt)
  return await inTransaction(deps.db, async (tx) => {
    await upsertCode(tx, { ...owner, salt, codeHash, at })
    await deleteTurnsOf(tx, accountId, actor.personId)
    await recordAudit(tx, accountId, { action: 'till-code-set', actor, source, at, subject: actor.personId })
    return { setAt: at }
  })
}

const nobodysSalt = randomBytes(16)

/** Takes as long for a person without a code. */
export async function isCodeOf(deps: CodeDeps, owner: { accountId: string; personId: string }, code: string): Promise<boolean> {
  const found = await selectCode(deps.db, owner.accountId, owner.personId)
  const hash = await hashCode(deps, owner, code, found?.salt ?? nobodysSalt)
  return found !== undefined && timingSafeEqual(hash, found.codeHash)
}
