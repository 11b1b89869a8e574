import { checkSignature, importKey, parseToken, type PublishedKey } from '@nikau/sdk/webhook-signature'

/** What a signature is valid for: five minutes, as in the SDK. */
export const toleranceSeconds = 300

export type SignatureResult =
  | { kind: 'genuine'; keyId: string; signedAt: Date }
  | { kind: 'too-old'; signedAt: Date }
  | { kind: 'signature-missing' | 'signature-wrong' | 'body-changed' }
  | { kind: 'key-unknown'; keyId: string }
  | { kind: 'address-not-yours'; audience: string }

/** The header as it is pasted: with its name or without, in one line or several. */
const headerValue = (pasted: string) =>
  pasted
    .replace(/^\s*authorization\s*:/i, '')
    .replace(/^\s*bearer\s/i, '')
    .replaceAll(/\s/g, '')

/** Names the first thing that is wrong with a call that a receiver got. Nothing of it leaves the browser. */
export async function checkPasted(
  pasted: { authorization: string; body: string },
  rules: { keys: readonly PublishedKey[]; urls: readonly string[]; now: Date },
): Promise<SignatureResult> {
  const token = parseToken(headerValue(pasted.authorization))
  if (!token) return { kind: 'signature-missing' }
  const keyId = token.kid
  const key = rules.keys.find(({ kid }) => kid === keyId)
  if (!key) return { kind: 'key-unknown', keyId }
  const checked = await checkSignature(token, await importKey(key), pasted.body, { ...rules, toleranceSeconds })
  if (!('problem' in checked)) return { kind: 'genuine', keyId, signedAt: checked.signedAt }
  if (checked.problem === 'address-not-yours') return { kind: checked.problem, audience: checked.audience }
  if (checked.problem === 'too-old') return { kind: checked.problem, signedAt: checked.signedAt }
  return { kind: checked.problem }
}
