// Checks a proof of a ledger account that the desk gave as a file, with nothing but the file: no database, no network, no packages.
// The formula is in docs/operations/ledger-proofs.md. Ends with 1 if a link does not hold.
//
//   node tools/check-ledger-proof.ts proof.json
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

interface Link {
  version: number
  posting?: string
  epoch: string
  operation: number
  debit?: string
  credit?: string
  moved?: string
  reference?: string
  kind?: string
  subject?: string
  balance: string
  previous: string
  hash: string
}

const int64 = (value: bigint) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(value)
  return bytes
}

function hashOf({ posting, epoch, operation, debit, credit, moved, reference, kind, subject, version, balance, previous }: Link): string {
  const text = [posting, epoch, operation, debit, credit, moved, reference, kind, subject].filter((part) => part !== undefined).join('\n')
  return createHash('sha256')
    .update(Buffer.from(previous, 'hex'))
    .update(text, 'utf8')
    .update(int64(BigInt(version)))
    .update(int64(BigInt(balance)))
    .digest('hex')
}

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('usage: node tools/check-ledger-proof.ts proof.json')
const proof = JSON.parse(await readFile(file, 'utf8')) as {
  format: string
  account: { id: string }
  from: number
  to: number
  head: { version: number; hash: string }
  links: Link[]
}
if (proof.format !== 'nikau-ledger-proof-1') throw new Error(`unknown format: ${proof.format}`)

const broken = new Map<number, string>()
const links = new Map(proof.links.map((link) => [link.version, link]))
for (let version = proof.from; version <= proof.to; version++) {
  const link = links.get(version)
  const before = links.get(version - 1)
  if (!link) broken.set(version, 'missing')
  else if (hashOf(link) !== link.hash) broken.set(version, 'its hash is not that of its content')
  else if (version === 1 && link.previous !== '') broken.set(version, 'something is before the first entry')
  else if (before && before.hash !== link.previous) broken.set(version, 'not made of the hash before')
}
if (proof.to === proof.head.version && (links.get(proof.to)?.hash ?? '') !== proof.head.hash) broken.set(proof.to, 'the account knows another last hash')

for (const [version, reason] of broken) process.stdout.write(`version ${version}: ${reason}\n`)
const count = Math.max(0, proof.to - proof.from + 1)
process.stdout.write(`${proof.account.id}: versions ${proof.from} to ${proof.to}, ${count - broken.size} of ${count} hold\n`)
if (broken.size > 0) process.exitCode = 1
