import { verifyFarmlandsCard } from '@nikau/contract/card-verification'
import { sourceOf } from '@nikau/runtime'
import { bind, type Server } from '../../http/bind.ts'
import { checkCard, type VerifyDeps } from './check-card.ts'
import { checkCode } from './check-code.ts'

export function cardVerificationRoutes(server: Server, deps: VerifyDeps): void {
  bind(server, verifyFarmlandsCard, ({ body, source }) =>
    body.challengeType === 'verify-farmlands-card' ? checkCard(deps, body, sourceOf(source.address)) : checkCode(deps, body),
  )
}
