import { type webhookChallenge, webhookChallengeAnswer } from '@nikau/contract/webhooks'
import type * as z from 'zod/mini'
import type { DeliverDeps } from './deliver.ts'
import { nextChallengeAt } from './rules.ts'
import { send } from './send.ts'
import { signBody, type StoredKey } from './signing-keys.ts'
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
  if (await answersChallenge(deps, keyOf(due), of.challenge, signal)) {
    await completeChallenge(deps.db, of, deps.clock.now())
    return 'answered'
  }
  const next = nextChallengeAt(due.attempts, deps.clock.now())
  if (next) await retryChallenge(deps.db, of, next)
  else await giveUpChallenge(deps.db, of)
  return next ? 'retrying' : 'given-up'
}

const keyOf = ({ endpointId: id, keyId, ...due }: DueChallenge) => ({ ...due, id, key: { id: keyId, ...due } })

/** Whether the URL answers the value, which its receiver can do only if it verifies with the keys of this registration. */
export async function answersChallenge(
  deps: Omit<DeliverDeps, 'db'>,
  of: { id: string; accountId: string; url: string; key: Pick<StoredKey, 'id' | 'sealedPrivateKey' | 'sealingKeyId'> },
  value: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const url = parseTarget(of.url, deps.loopback)
  if (!url) return false
  const now = deps.clock.now()
  const body = {
    id: of.id,
    type: 'webhook:challenge',
    data: { challenge: value },
    accountId: of.accountId,
    createdAt: now.toISOString(),
  } satisfies z.input<typeof webhookChallenge>
  const text = JSON.stringify(body)
  const authorization = await signBody(of.key, deps.secret, { body: text, audience: of.url, now })
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
