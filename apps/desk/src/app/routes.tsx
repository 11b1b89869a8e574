import { msg } from '@lingui/core/macro'
import { getProposal, listProposals } from '@nikau/contract/desk/proposals'
import { lazy } from 'react'
import { DeskIcon } from '../parts/DeskIcon.tsx'
import type { DeskRow } from './route-row.ts'

const approvals = () => import('../features/approvals/index.ts')

/** Every screen of the desk, one row each. A screen that is not built has no row, and nothing links to it. */
export const deskRoutes: readonly DeskRow[] = [
  {
    name: 'approvals',
    path: '/approvals',
    title: msg`Approvals`,
    needs: [listProposals],
    place: { group: 'today', icon: <DeskIcon name="eyes" />, Count: lazy(async () => ({ default: (await approvals()).ApprovalsCount })) },
    Screen: lazy(async () => ({ default: (await approvals()).ApprovalsScreen })),
  },
  {
    name: 'approve',
    path: '/approvals/:proposalId',
    title: msg`Proposal`,
    needs: [getProposal],
    within: 'approvals',
    Screen: lazy(async () => ({ default: (await approvals()).ApproveScreen })),
  },
]
