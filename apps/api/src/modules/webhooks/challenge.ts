import { type webhookChallenge, webhookChallengeAnswer } from '@nikau/contract/webhooks'
import type * as z from 'zod/mini'
import type { DeliverDeps } from './deliver.ts'
import { nextChallengeAt } from './rules.ts'
import { send } from './send.ts'
import { signBody } from './signing-keys.ts'
import { parseTarget } from './ssrf-guard.ts'
import { beginChallenge, completeChallenge, type DueChallenge, giveUpChallenge, retryChallenge } from './store-challenges.ts'

/**
 * Asks a new URL to answer with the value that is sent to it, which proves that its owner wants the events. The value is nested in the
 * request and not in the answer, so that a server that returns what it receives does not pass.
 */
export async function challenge(
  deps: DeliverDeps,
  of: { endpointId: string; challenge: string },
  signal?: AbortSignal,
): Promise<'answered' | 'retrying' | 'given-up' | 'already-done'> {
  const due = await beginChallenge(deps.db, of)
  if (!due) return 'already-done'
  if (await isAnswered(deps, due, of.challenge, signal)) {
    await completeChallenge(deps.db, of, deps.clock.now())
    return 'answered'
  }
  const next = nextChallengeAt(due.attempts, deps.clock.now())
  if (next) await retryChallenge(deps.db, of, next)
  else await giveUpChallenge(deps.db, of)
  return next ? 'retrying' : 'given-up'
}

async function isAnswered(deps: DeliverDeps, due: DueChallenge, value: string, signal: AbortSignal | undefined): Promise<boolean> {
  const url = parseTarget(due.url, deps.loopback)
  if (!url) return false
  const now = deps.clock.now()
  const body = {
    id: due.endpointId,
    type: 'webhook:challenge',
    data: { challenge: value },
    accountId: due.accountId,
    createdAt: now.toISOString(),
  } satisfies z.input<typeof webhookChallenge>
  const text = JSON.stringify(body)
  const key = { id: due.keyId, sealedPrivateKey: due.sealedPrivateKey, sealingKeyId: due.sealingKeyId }
  const authorization = await signBody(key, deps.secret, { body: text, audience: due.url, now })
  const sent = await send(url, { text, authorization }, { resolve: deps.resolve, loopback: deps.loopback, ...(signal && { signal }) })
  return sent.delivered && answeredValue(sent.text) === value
}

function answeredValue(text: string): string | undefined {
  try {
    return webhookChallengeAnswer.parse(JSON.parse(text)).challenge
  } catch {
    return undefined
  }
}
