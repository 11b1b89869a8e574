import { msg } from '@lingui/core/macro'
import { getAuditChain, listAudit } from '@nikau/contract/desk/audit'
import { listControlValues, listFlags, listStops } from '@nikau/contract/desk/controls'
import { listOperators } from '@nikau/contract/desk/operators'
import { getException, listExceptions } from '@nikau/contract/desk/exceptions'
import { getOverview } from '@nikau/contract/desk/overview'
import { getProposal, listProposals } from '@nikau/contract/desk/proposals'
import { Icon } from '@nikau/ui'
import { lazy } from 'react'
import { DeskIcon } from '../parts/DeskIcon.tsx'
import type { DeskRow } from './route-row.ts'

const overview = () => import('../features/overview/index.ts')
const access = () => import('../features/access/index.ts')
const controls = () => import('../features/controls/index.ts')
const audit = () => import('../features/audit/index.ts')
const approvals = () => import('../features/approvals/index.ts')
const exceptions = () => import('../features/exceptions/index.ts')

/** Every screen of the desk, one row each. A screen that is not built has no row, and nothing links to it. */
export const deskRoutes: readonly DeskRow[] = [
  {
    name: 'overview',
    path: '/overview',
    title: msg`Overview`,
    needs: [getOverview],
    place: { group: 'today', icon: <DeskIcon name="pulse" /> },
    Screen: lazy(async () => ({ default: (await overview()).OverviewScreen })),
  },
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
  {
    name: 'exceptions',
    path: '/exceptions',
    title: msg`Exceptions`,
    needs: [listExceptions],
    place: { group: 'money', icon: <Icon name="warning" />, Count: lazy(async () => ({ default: (await exceptions()).ExceptionsCount })) },
    Screen: lazy(async () => ({ default: (await exceptions()).ExceptionsScreen })),
  },
  {
    name: 'exception',
    path: '/exceptions/:exceptionId',
    title: msg`Exception`,
    needs: [getException],
    within: 'exceptions',
    Screen: lazy(async () => ({ default: (await exceptions()).ExceptionScreen })),
  },
  {
    name: 'controls',
    path: '/flags',
    title: msg`Flags and stops`,
    needs: [listStops, listFlags, listControlValues],
    place: { group: 'desk', icon: <DeskIcon name="sliders" /> },
    Screen: lazy(async () => ({ default: (await controls()).ControlsScreen })),
  },
  {
    name: 'audit',
    path: '/audit',
    title: msg`Audit log`,
    needs: [listAudit, getAuditChain],
    place: { group: 'desk', icon: <DeskIcon name="log" /> },
    Screen: lazy(async () => ({ default: (await audit()).AuditScreen })),
  },
  {
    name: 'access',
    path: '/access',
    title: msg`Access`,
    needs: [listOperators],
    place: { group: 'desk', icon: <DeskIcon name="key" /> },
    Screen: lazy(async () => ({ default: (await access()).AccessScreen })),
  },
  {
    name: 'new-operator',
    path: '/access/new',
    title: msg`New operator`,
    needs: [listOperators],
    within: 'access',
    Screen: lazy(async () => ({ default: (await access()).NewOperatorScreen })),
  },
  {
    name: 'operator',
    path: '/access/:operatorId',
    title: msg`Operator`,
    isIdHidden: true,
    needs: [listOperators],
    within: 'access',
    Screen: lazy(async () => ({ default: (await access()).OperatorScreen })),
  },
]
