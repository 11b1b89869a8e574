import type { Db } from '@nikau/runtime'
import type { Operator } from './act.ts'
import { present, type PresentedProposal } from './present.ts'
import { type ProposalRow, selectDecided, selectInvolved, selectOperatorNames, selectProposal, selectWaiting } from './store.ts'

/** A proposal as an operator reads it at the desk, with the names of the others. */
export interface NamedProposal extends Omit<PresentedProposal, 'proposer' | 'approvers'> {
  proposer: NamedOperator
  approvers: NamedOperator[]
  decidedAt: Date | null
  declinedBy: NamedOperator | null
  declineNote: string | null
}
interface NamedOperator {
  id: string
  name: string
}

const decidedShown = 20

/** Those that wait, oldest first, and the last that were decided. */
export async function listProposals(db: Db, operator: Operator, now: Date): Promise<{ waiting: NamedProposal[]; decided: NamedProposal[] }> {
  const [waiting, decided, names] = [await selectWaiting(db, now), await selectDecided(db, decidedShown), await selectOperatorNames(db)]
  const naming = nameWith(db, operator, names, now)
  return { waiting: await Promise.all(waiting.map(naming)), decided: await Promise.all(decided.map(naming)) }
}

export async function findProposal(db: Db, operator: Operator, id: string, now: Date): Promise<NamedProposal | undefined> {
  const row = await selectProposal(db, id)
  return row && (await nameWith(db, operator, await selectOperatorNames(db), now)(row))
}

function nameWith(db: Db, operator: Operator, names: ReadonlyMap<string, string>, now: Date) {
  const named = (id: string): NamedOperator => ({ id, name: names.get(id) ?? id })
  return async (row: ProposalRow): Promise<NamedProposal> => {
    const { proposer, approvers, ...presented } = present(row, { operator, involved: await selectInvolved(db, row), now })
    return {
      ...presented,
      proposer: named(proposer),
      approvers: approvers.map(named),
      decidedAt: row.decidedAt,
      declinedBy: row.declinedBy === null ? null : named(row.declinedBy),
      declineNote: row.declineNote,
    }
  }
}
