import { anchorStatement, type BookAnchor, type Proof } from '@nikau/contract/proof'

/** `unknown-key`: the answer has no key with the anchor's id. `unsupported`: this browser cannot check Ed25519 signatures. */
export type SignatureCheck = 'valid' | 'invalid' | 'unknown-key' | 'unsupported'

/**
 * Checks an anchor's signature over the text made from the fields that the page shows, so that what is shown is what was signed. Where
 * the hash that is shown is not the text's, the anchor is invalid too.
 */
export async function checkSignature(latest: BookAnchor, keys: Proof['keys']): Promise<SignatureCheck> {
  const pem = keys.find(({ id }) => id === latest.keyId)?.publicKey
  if (pem === undefined) return 'unknown-key'
  const key = await importKey(pem)
  if (!key) return 'unsupported'
  const statement = new TextEncoder().encode(anchorStatement(latest))
  const hash = hexOf(await crypto.subtle.digest('SHA-256', statement))
  const isSigned = await crypto.subtle.verify('Ed25519', key, bytesOf(latest.signature), statement)
  return isSigned && hash === latest.hash ? 'valid' : 'invalid'
}

async function importKey(pem: string): Promise<CryptoKey | undefined> {
  // Only pages that were loaded securely have it.
  if (!('subtle' in crypto)) return undefined
  const der = bytesOf(pem.replaceAll(/-----[\w ]+-----|\s/g, ''))
  try {
    return await crypto.subtle.importKey('spki', der, 'Ed25519', false, ['verify'])
  } catch (error) {
    if ((error as Error).name === 'NotSupportedError') return undefined
    throw error
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

function hexOf(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
