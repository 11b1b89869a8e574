// A process that posts what it is told and answers when it is acknowledged. The kill trials end it without warning.
import { createLedger, type Group } from '@nikau/ledger'
import { Secret } from '@nikau/runtime'
import { log } from './scratch.ts'

const ledger = createLedger({ url: new Secret(process.argv[2] ?? ''), name: 'poster', log, deadlineMs: 120_000 })

process.on('message', (group: Group) => {
  ledger.post(group).then(
    (outcome) => process.send?.({ reference: group.reference, outcome }),
    (error: unknown) => process.send?.({ reference: group.reference, error: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
