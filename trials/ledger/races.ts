import { balance, createLedger, type Group, type Ledger } from '@nikau/ledger'
import { Secret } from '@nikau/runtime'
import { assertInvariants, log, type Scratch } from '../harness/postgres.ts'
import { assert } from '../harness/assert.ts'

async function withLedgers<T>(scratch: Scratch, run: (ledgers: Ledger[]) => Promise<T>): Promise<T> {
  const ledgers = Array.from({ length: 3 }, () => createLedger({ url: new Secret(scratch.url), name: 'race', log, deadlineMs: 120_000 }))
  try {
    await scratch.database.db.transaction().execute((tx) =>
      ledgers[0]!.openAccounts(
        tx,
        ['race:bank', 'race:shop'].map((id) => ({ id, unit: 'nzd.test', kind: 'clearing' })),
      ),
    )
    return await run(ledgers)
  } finally {
    await Promise.all(ledgers.map((ledger) => ledger.close()))
  }
}

/** The same reference a thousand times, a hundred at a time: one posting and 999 replays. */
export async function doubleSubmit(scratch: Scratch): Promise<string> {
  return await withLedgers(scratch, async (ledgers) => {
    const group: Group = { reference: 'race:same', kind: 'race', subject: '', operations: [{ op: 'transfer', from: 'race:bank', to: 'race:shop', amount: 5n }] }
    const before = (await balance(scratch.database.db, 'race:shop'))!.posted
    const outcomes = []
    for (let round = 0; round < 10; round++) {
      outcomes.push(...(await Promise.all(Array.from({ length: 100 }, (_, i) => ledgers[i % 3]!.postBatched(group)))))
    }
    const accepted = outcomes.filter((one) => one.outcome === 'accepted')
    assert(accepted.length === 1, `${accepted.length} were accepted`)
    assert(
      outcomes.every((one) => one.outcome !== 'refused' && one.posting === accepted[0]!.posting),
      'an answer differs from the first',
    )
    assert((await balance(scratch.database.db, 'race:shop'))!.posted === before + 5n, 'money moved more than once')
    await assertInvariants(scratch)
    return 'one reference posted 1,000 times: 1 posting, 999 replays with the same answer'
  })
}

/** Fifty payers for one request: the amount due is a ceiling, so one of them wins. */
export async function ceilingRace(scratch: Scratch, rounds: number): Promise<string> {
  return await withLedgers(scratch, async (ledgers) => {
    for (let round = 0; round < rounds; round++) {
      const due = `race:due:${round}`
      await scratch.database.db
        .transaction()
        .execute((tx) => ledgers[0]!.openAccount(tx, { id: due, unit: 'allowance', kind: 'request', counter: true, floor: 0n, ceiling: 100n }))
      const outcomes = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          ledgers[i % 3]!.postBatched({
            reference: `race:${round}:${i}`,
            kind: 'race',
            subject: '',
            operations: [
              { op: 'transfer', from: 'race:bank', to: 'race:shop', amount: 100n },
              { op: 'use', account: due, amount: 100n },
            ],
          }),
        ),
      )
      const winners = outcomes.filter((one) => one.outcome === 'accepted').length
      const losers = outcomes.filter((one) => one.outcome === 'refused' && one.code === 'over_ceiling' && one.account === due).length
      assert(winners === 1 && losers === 49, `round ${round}: ${winners} winners, ${losers} losers`)
    }
    await assertInvariants(scratch)
    return `50 racers on one ceiling, ${rounds} rounds: one winner and 49 refused as over_ceiling in each`
  })
}
