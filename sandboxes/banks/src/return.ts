import type { KoaContextWithOIDC } from 'oidc-provider'
import { bankIds, banks, type BankId } from './banks.ts'
import { sentinelOf, type Consents } from './consents.ts'
import { contentPolicy } from './pages/html.ts'
import { returnPage } from './pages/return-page.ts'
import type { PaymentSentinel } from './sentinels.ts'
import type { FaultKind } from './steering.ts'
import type { World } from './world.ts'

const byWord: Partial<Record<PaymentSentinel, FaultKind>> = {
  NOCODE: 'no-code',
  BADSTATE: 'wrong-state',
  ELSEWHERE: 'elsewhere',
  TWICE: 'twice',
  MIXUP: 'mix-up',
}

/**
 * The way back to the wallet, bent when asked. Only answers that carry a code are touched: an error of the protocol
 * itself goes back as it is.
 */
export const returnWith = (world: World, consents: Consents, bank: BankId, ctx: KoaContextWithOIDC): void => {
  const location = ctx.response.get('location')
  if (ctx.oidc?.route !== 'resume' || !location.includes('#code=')) return
  const consentId = ctx.oidc.session?.accountId
  const consent = consentId === undefined ? undefined : consents.consent(bank, consentId)
  const sentinel = consent && sentinelOf(consent.initiation)
  const kinds = world.steering.take(bank, 'return')
  const fromWord = sentinel && byWord[sentinel]
  if (fromWord) kinds.push(fromWord)

  let target = new URL(location)
  for (const kind of kinds) target = bend(target, kind, bank)
  if (kinds.includes('elsewhere') || kinds.includes('twice')) {
    ctx.status = 200
    ctx.remove('location')
    ctx.set('content-security-policy', contentPolicy([]))
    ctx.type = 'html'
    ctx.body = returnPage(banks[bank], target.href, kinds.includes('twice') ? 'twice' : 'elsewhere')
  } else if (target.href !== location) {
    ctx.set('location', target.href)
  }
}

const bend = (location: URL, kind: FaultKind, bank: BankId): URL => {
  const target = new URL(location)
  const answer = new URLSearchParams(target.hash.slice(1))
  if (kind === 'no-code') {
    answer.delete('code')
    answer.delete('id_token')
  }
  if (kind === 'wrong-state') answer.set('state', 'a-state-that-nobody-asked-for')
  if (kind === 'mix-up') {
    const other = bankIds.find((id) => id !== bank)!
    target.pathname = target.pathname.replace(`/${bank}/oidc-callback`, `/${other}/oidc-callback`)
  }
  target.hash = answer.toString()
  return target
}
