import { verifyFarmlandsCard } from '@nikau/contract/card-verification'
import { bind, type Server } from '../../http/bind.ts'
import { checkCard, type VerifyMeans } from './check-card.ts'
import { checkCode } from './check-code.ts'

export function cardVerificationRoutes(server: Server, means: VerifyMeans): void {
  bind(server, verifyFarmlandsCard, ({ body }) => (body.challengeType === 'verify-farmlands-card' ? checkCard(means, body) : checkCode(means, body)))
}
