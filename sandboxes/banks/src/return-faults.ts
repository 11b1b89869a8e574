import type { KoaContextWithOIDC } from 'oidc-provider'
import { bankIds, banks, type BankId } from './banks.ts'
import { sentinelOf, type Consents } from './consents.ts'
import { contentPolicy } from './pages/html.ts'
import { returnPage } from './pages/return-page.ts'
import type { PaymentSentinel } from './sentinels.ts'
import type { FaultKind } from './fault-injection.ts'
import type { BanksDeps } from './deps.ts'

const faultOfSentinel: Partial<Record<PaymentSentinel, FaultKind>> = {
  NOCODE: 'no-code',
  BADSTATE: 'wrong-state',
  ELSEWHERE: 'elsewhere',
  TWICE: 'twice',
  MIXUP: 'mix-up',
}

/** Applies faults to the redirect back to the wallet. Only redirects with a code are changed, not errors of the protocol. */
export const returnWith = (deps: BanksDeps, consents: Consents, bank: BankId, ctx: KoaContextWithOIDC): void => {
  const location = ctx.response.get('location')
  if (ctx.oidc?.route !== 'resume' || !location.includes('#code=')) return
  const consentId = ctx.oidc.session?.accountId
  const consent = consentId === undefined ? undefined : consents.consent(bank, consentId)
  const sentinel = consent && sentinelOf(consent.initiation)
  const kinds = deps.faultInjection.take(bank, 'return')
  const fromSentinel = sentinel && faultOfSentinel[sentinel]
  if (fromSentinel) kinds.push(fromSentinel)

  let target = new URL(location)
  for (const kind of kinds) target = applyReturnFault(target, kind, bank)
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

const applyReturnFault = (location: URL, kind: FaultKind, bank: BankId): URL => {
  const target = new URL(location)
  const fragment = new URLSearchParams(target.hash.slice(1))
  if (kind === 'no-code') {
    fragment.delete('code')
    fragment.delete('id_token')
  }
  if (kind === 'wrong-state') fragment.set('state', 'an-unknown-state')
  if (kind === 'mix-up') {
    const other = bankIds.find((id) => id !== bank)!
    target.pathname = target.pathname.replace(`/${bank}/oidc-callback`, `/${other}/oidc-callback`)
  }
  target.hash = fragment.toString()
  return target
}
