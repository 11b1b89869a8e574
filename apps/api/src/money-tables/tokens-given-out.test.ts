import { sql } from 'kysely'
import { test } from 'vitest'
import { createWorker, newNumber } from '../modules/asset-transfers/fixtures.ts'
import { collectionCalls, createIssueJob } from '../modules/collections/fixtures.ts'
import { createNamedPayer, createNamedShop, expectPage, startPage } from './fixtures.ts'

test('docs/money/tokens-given-out.md', async () => {
  const page = await startPage()
  await expectPage('tokens-given-out', page.database, async ({ step }, name) => {
    const shop = await createNamedShop(page, name, undefined, false)
    const aroha = await createNamedPayer(page, name, 'aroha')
    const calls = collectionCalls(page.api, shop.owner.headers, shop.accountId, 'main')
    const { run } = createIssueJob(page.database, page.clock)
    const id = name((await calls.create({ lastDay: undefined, life: { unit: 'month', count: 3 } })).body.id as string, 'coffee')
    const giveTo = async (number: string, place: number) => {
      await run((await calls.issue(id, [number])).body.id)
      const { rows } = await sql<{ id: string; assetId: string }>`
        select id, asset_id as "assetId" from asset_transfer order by posting desc limit 1`.execute(page.database.db)
      const { id: transferId, assetId } = rows[0]!
      name(assetId, place === 1 ? 'token' : `token-${place}`)
      return name(transferId, `transfer-${place}`)
    }
    const balances = ['collection:<coffee>:issued']
    await step('Given to a number with a wallet', () => giveTo(aroha.phone, 1), { balances })
    let waiting = ''
    await step('Given to a number without a wallet: it waits', async () => void (waiting = await giveTo(newNumber(), 2)), { balances })
    await step('Not delivered: its unit goes back to the collection', () => createWorker(page.database, page.clock).deliver(waiting, 'failed'), { balances })
  })
})
