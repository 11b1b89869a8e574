import { readFileSync } from 'node:fs'
import { cents, format } from '@nikau/money'
import { expect, test } from 'vitest'
import { type ActRule, actRules, actsOf, agreements } from './rules.ts'

const runbook = readFileSync(new URL('../../../../../docs/operations/exceptions.md', import.meta.url), 'utf8')

test('the runbook names every act that resolves an exception', () => {
  const sections = runbook.split(/^### /m).slice(1)
  const missing = Object.entries(actsOf).flatMap(([kind, acts]) => {
    const section = sections.find((text) => text.startsWith(`\`${kind}\``)) ?? ''
    return acts.filter((act) => !section.includes(`\`${act}\``)).map((act) => `${kind}: ${act}`)
  })
  expect(missing).toEqual([])
})

const page = readFileSync(new URL('../../../../../docs/operations/operating.md', import.meta.url), 'utf8')

/** From which amounts (cents) somebody else has to agree. */
function agreement(approvers: ActRule['approvers']): string {
  const changes = agreements(approvers).map(({ from, needs }) => ({ from, text: needs.map((roles) => roles.join(' or ')).join(', then ') || 'nobody' }))
  return changes.map(({ text, from }) => (from === 0n ? text : `from ${format(cents(from))} ${text}`)).join('; ')
}

test('the page of acts has every act with who proposes it and who has to agree [DESK-27]', () => {
  const rows = Object.entries<ActRule>(actRules).map(
    ([kind, { proposers, approvers }]) => `| \`${kind}\` | ${proposers.join(', ')} | ${agreement(approvers)} |`,
  )
  const shown = page.split('\n').filter((line) => /^\| `[a-z]/.test(line) && !/^\| `[A-Z]/.test(line))
  expect(shown).toEqual(rows.toSorted())
})
