// Posts the groups it is sent and replies when each is acknowledged. The kill trials end this process without warning.
import { createLedger, type Group } from '@nikau/ledger'
import { Secret } from '@nikau/runtime'
import { log } from '../harness/postgres.ts'

const ledger = createLedger({ url: new Secret(process.argv[2] ?? ''), name: 'poster', log, deadlineMs: 120_000 })

process.on('message', (group: Group) => {
  ledger.postBatched(group).then(
    (outcome) => process.send?.({ reference: group.reference, outcome }),
    (error: unknown) => process.send?.({ reference: group.reference, error: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
