import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { type AnchorFields, anchorStatement } from '@nikau/contract/proof'
import { withStubs } from './screens-safety.ts'

/** An anchor signed with a key of its own: a fresh environment makes its first within ten minutes only. */
function signedProof() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const owed = [
    { unit: 'nzd.main', kind: 'escrow', amount: 24_00n },
    { unit: 'nzd.main', kind: 'settlement', amount: 48_206_15n },
    { unit: 'nzd.main', kind: 'wallet', amount: 912_340_70n },
  ] as AnchorFields['owed']
  const madeAt = new Date(Date.now() - 4 * 60_000)
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const range = { after: '5209087', until: '5244927', postings: 311, entries: 644 }
  const fields = { number: 2817, madeAt, ...range, digest: hash('range'), owed, previous: hash('previous'), keyId: '2026-11' }
  const statement = anchorStatement(fields)
  const signature = sign(null, Buffer.from(statement), privateKey).toString('base64')
  const wire = { ...fields, madeAt: madeAt.toISOString(), owed: owed.map((one) => ({ ...one, amount: String(one.amount) })) }
  const keys = [{ id: '2026-11', publicKey: publicKey.export({ format: 'pem', type: 'spki' }) as string }]
  return { latest: { ...wire, hash: hash(statement), signature, statement }, keys }
}

const valid = signedProof()
const changed = { ...valid, latest: { ...valid.latest, owed: [{ unit: 'nzd.main', kind: 'wallet', amount: '1' }] } }
const stub = (json: unknown) => withStubs({ '**/api/proof': { json } })

/** The proof of the books, with each result of checking it. */
export const proofScreens = [
  { name: 'proof', path: '/proof', act: stub(valid), until: 'The signature is valid', full: true as const },
  { name: 'proof-invalid', path: '/proof', act: stub(changed), until: 'The signature is not valid', full: true as const },
  { name: 'proof-none', path: '/proof', act: stub({ keys: [] }), until: 'Nothing has been signed here yet.' },
]
