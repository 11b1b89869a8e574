import { anchorStatement } from '@nikau/contract/proof'
import { cents } from '@nikau/money'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { heading, link, mockServerPerTest, openApp, pageText, refusal, server } from '../../testing/fixtures.tsx'
import { shortenPauses } from '../../testing/attempts.ts'

mockServerPerTest()
beforeEach(() => sessionStorage.clear())

const base64 = (bytes: ArrayBuffer) => btoa(String.fromCodePoint(...new Uint8Array(bytes)))
const hex = (bytes: ArrayBuffer) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** An answer as the API gives it, signed with a key of its own. */
async function signedProof() {
  const { privateKey, publicKey } = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  const owed = [
    { unit: 'nzd.main', kind: 'settlement', amount: cents(400_050n) },
    { unit: 'nzd.main', kind: 'wallet', amount: cents(1_234_500n) },
    { unit: 'nzd.test', kind: 'wallet', amount: cents(99_900n) },
  ]
  const fields = {
    number: 42,
    madeAt: new Date('2026-11-15T03:10:00.000Z'),
    after: '1023',
    until: '99327',
    postings: 17,
    entries: 34,
    digest: 'ab'.repeat(32),
    owed,
    previous: 'cd'.repeat(32),
    keyId: '2026-11',
  }
  const statement = anchorStatement(fields)
  const bytes = new TextEncoder().encode(statement)
  const signature = base64(await crypto.subtle.sign('Ed25519', privateKey, bytes))
  const hash = hex(await crypto.subtle.digest('SHA-256', bytes))
  const wire = { ...fields, madeAt: fields.madeAt.toISOString(), owed: owed.map((one) => ({ ...one, amount: String(one.amount) })) }
  const pem = `-----BEGIN PUBLIC KEY-----\n${base64(await crypto.subtle.exportKey('spki', publicKey))}\n-----END PUBLIC KEY-----\n`
  return { latest: { ...wire, hash, signature, statement }, keys: [{ id: '2026-11', publicKey: pem }] }
}

const answer = 'GET /api/proof'
const notice = (name: string) => page.getByRole('heading', { name })

test('anyone reads what is owed, when it was signed, and that their own browser found the signature valid', async () => {
  const proof = await signedProof()
  server.answers[answer] = proof
  await openApp('/help')
  await link('Proof of our books').click()
  await expect.element(heading('Proof of our books')).toBeVisible()
  await expect.element(notice('The signature is valid')).toBeVisible()
  expect(pageText()).toMatch(/In shops’ wallets\s*\$4,000\.50\s*In wallets\s*\$12,345\.00\s*In all\s*\$16,345\.50/)
  expect(pageText()).toContain('15 Nov 2026')
  expect(pageText()).toContain(proof.latest.hash)
  expect(pageText()).not.toContain('999')
})

test.each<[what: string, change: (latest: Awaited<ReturnType<typeof signedProof>>['latest']) => void]>([
  ['amount', (latest) => void (latest.owed[1]!.amount = '1')],
  ['time', (latest) => void (latest.madeAt = '2026-11-15T04:10:00.000Z')],
  ['hash', (latest) => void (latest.hash = 'ef'.repeat(32))],
  ['signature', (latest) => void (latest.signature = btoa('nonsense'))],
])('another %s than was signed is called invalid', async (_, change) => {
  const proof = await signedProof()
  change(proof.latest)
  server.answers[answer] = proof
  await openApp('/proof')
  await expect.element(notice('The signature is not valid')).toBeVisible()
  expect(notice('The signature is valid').elements()).toEqual([])
})

test('an anchor of a key that is not published is not called valid', async () => {
  server.answers[answer] = { ...(await signedProof()), keys: [] }
  await openApp('/proof')
  await expect.element(notice('The signature could not be checked')).toBeVisible()
})

test('a browser without Ed25519 says that it has not checked', async () => {
  server.answers[answer] = await signedProof()
  vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('no', 'NotSupportedError'))
  await openApp('/proof')
  await expect.element(notice('Not checked')).toBeVisible()
  vi.restoreAllMocks()
})

test('before the first anchor the page claims nothing', async () => {
  server.answers[answer] = { keys: [] }
  await openApp('/proof')
  await expect.poll(pageText).toContain('Nothing has been signed here yet.')
  expect(pageText()).not.toMatch(/\$|valid/)
})

test('a proof that cannot be loaded can be tried again', async () => {
  shortenPauses()
  server.answers[answer] = () => refusal('INTERNAL', {}, 500)
  await openApp('/proof')
  await expect.poll(pageText).toContain('We couldn’t load the proof')
  server.answers[answer] = await signedProof()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(notice('The signature is valid')).toBeVisible()
})

test('the commands to check at home name this deployment', async () => {
  server.answers[answer] = await signedProof()
  await openApp('/proof')
  await expect.poll(pageText).toContain(`curl -s ${location.origin}/api/proof > proof.json`)
})
