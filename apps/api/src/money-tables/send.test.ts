import { systemClock } from '@nikau/runtime'
import { test } from 'vitest'
import { assetDeps, createIssuerWithCollection, runningApi } from '../fixtures.ts'
import { createSender, createWorker, newNumber, signUp } from '../modules/asset-transfers/fixtures.ts'
import { expectPage, startPage } from './fixtures.ts'

const page = await startPage()
// Two weeks pass, in which the session does not end.
const api = await runningApi(page.database, { clock: page.clock, wallClock: systemClock, env: { RATE_LIMIT_SCALE: '1000' } })
const worker = createWorker(page.database, page.clock)
const collection = await createIssuerWithCollection(assetDeps(page.database, page.clock), { test: true })
const dayMs = 86_400_000

test('docs/money/send.md', async () => {
  const { database, clock } = page
  await expectPage('send', database, async ({ step }, name) => {
    name(collection.id, 'coffee')
    const [aroha, ben] = [await createSender(api, database, { money: 20_000 }), await createSender(api, database, { money: 0 })]
    for (const id of [aroha.accountId, aroha.walletId]) name(id, 'aroha')
    for (const id of [ben.accountId, ben.walletId]) name(id, 'ben')
    let count = 0
    const sent: string[] = []
    const send = async (to: string, value: number | undefined, more: object = {}) => {
      const answer = await aroha.send(to, value, { ...more })
      if (answer.status === 200) sent.push(name(String(answer.body.id), `transfer-${++count}`))
      return answer
    }
    await step('To a number with an account: in the recipient’s wallet at once', () => send(ben.phone, 2000), { balances: ['asset:<aroha>', 'asset:<ben>'] })
    await step('More than there is', () => send(ben.phone, 18_001))
    const jacks = newNumber()
    await step('To a number without an account: in escrow', () => send(jacks, 5000), { balances: ['asset:<aroha>', 'escrow:<transfer-2>'] })
    const jack = await signUp(api, database, jacks)
    await api.post('/api/accounts', { name: 'Jack', type: 'individual' }, jack.headers)
    const [membership] = (await api.get('/api/account-memberships', jack.headers)).body
    name((await api.post('/api/wallet-assets', { accountId: membership.accountId, ledgerId: 'nikau.nzd.test' }, jack.headers)).body.id, 'jack')
    await step('Claimed: escrow closes', () => jack.act(sent[1]!, 'claim'), { balances: ['escrow:<transfer-2>', 'asset:<jack>'] })
    await step('Recalled after that', () => aroha.act(sent[1]!, 'cancel'))
    await send(newNumber(), 3000)
    await step('Another one recalled before it is claimed: quota restored', () => aroha.act(sent[2]!, 'cancel'), {
      balances: ['asset:<aroha>', 'escrow:<transfer-3>'],
    })
    await send(newNumber(), 1000)
    await step('Another one not claimed in 14 days: returned', async () => {
      clock.advance(14 * dayMs)
      await worker.returnExpired()
    })
    await send(newNumber(), 1000)
    await step('Another one whose message cannot be delivered: returned', () => worker.deliver(sent[4]!, 'failed'), { balances: ['asset:<aroha>'] })
    const token = (accountId: string, label: string, expiresAt?: Date) =>
      collection.issue(accountId, expiresAt && { expiresAt }).then(({ id }) => name(id, label))
    const first = await token(aroha.accountId, 'token')
    await step('A token to a number with an account: it stays where it is, and its owner changes', () => send(ben.phone, undefined, { assetId: first }), {
      balances: ['asset:<token>'],
    })
    const second = await token(aroha.accountId, 'token-2', new Date(clock.now().getTime() + dayMs))
    await step('A token to a number without an account', () => send(newNumber(), undefined, { assetId: second }), {
      balances: ['asset:<token-2>', 'escrow:<transfer-7>'],
    })
    await step(
      'It expires in escrow: its account is closed, so its unit goes to the issuer',
      async () => {
        clock.advance(dayMs)
        await worker.returnExpired()
      },
      { balances: ['asset:<token-2>', 'escrow:<transfer-7>', 'collection:<coffee>:issued'] },
    )
  })
})
