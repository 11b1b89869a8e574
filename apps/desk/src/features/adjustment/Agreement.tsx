import { Trans, useLingui } from '@lingui/react/macro'
import type { DeskRole } from '@nikau/contract/desk/roles'
import { cents, format } from '@nikau/money'
import { useSession } from '../../lib/desk-context.ts'
import { useRoleList } from '../../lib/useRoleList.ts'
import { SecondPerson } from '../../parts/SecondPerson.tsx'
import { Table } from '../../parts/Table.tsx'
import type { AdjustmentForm } from './adjustment.ts'

interface AgreementProps {
  form: AdjustmentForm
  /** Cents as text. */
  amount: string
  /** As it was tried: amounts of the same day count together, so that more may be needed than the amount alone says. */
  needs: readonly (readonly DeskRole[])[] | undefined
}

/** Who has to agree, by the amount. */
export function Agreement({ form: { agreements }, amount, needs }: AgreementProps) {
  const { t } = useLingui()
  const { operator } = useSession()
  const roleList = useRoleList()
  const entered = /^\d{1,15}$/.test(amount) ? cents(amount) : cents(0)
  const current = needs
    ? agreements.find((step) => JSON.stringify(step.needs) === JSON.stringify(needs))
    : agreements.findLast(({ from }) => entered > 0n && from <= entered)
  const people = needs ?? current?.needs ?? agreements[0]?.needs ?? []
  const namesOf = (steps: readonly (readonly DeskRole[])[]) => new Intl.ListFormat('en-NZ', { type: 'conjunction' }).format(steps.map(roleList))
  return (
    <>
      <SecondPerson
        people={[
          { key: 'you', name: operator.name, title: operator.name, detail: <Trans>proposes</Trans> },
          ...people.map((roles, at) => ({ key: String(at), title: roleList(roles), detail: at === 0 ? <Trans>has to agree</Trans> : <Trans>and then</Trans> })),
        ]}
      />
      <div className="dk-adjustment-steps">
        <Table
          caption={t`Who has to agree, by the amount`}
          isDense
          current={current && String(current.from)}
          columns={[
            { key: 'from', label: t`From`, isHead: true },
            { key: 'who', label: t`Who approves` },
          ]}
          rows={agreements.map(({ from, needs: steps }) => ({
            id: String(from),
            cells: { from: format(from === 0n ? cents(1) : from), who: namesOf(steps) },
          }))}
        />
      </div>
    </>
  )
}
