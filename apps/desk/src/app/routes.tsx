import { msg } from '@lingui/core/macro'
import { getAuditChain, listAudit } from '@nikau/contract/desk/audit'
import { findCustomers, getCustomer, listCustomerLooks, listReveals } from '@nikau/contract/desk/customers'
import { getAdjustmentForm, getLedgerAccount, getLedgerPosting, listLedgerAccounts, listLedgerEntries } from '@nikau/contract/desk/ledger'
import { listControlValues, listFlags, listStops } from '@nikau/contract/desk/controls'
import { listOperators } from '@nikau/contract/desk/operators'
import { getBankFile, listBankFiles } from '@nikau/contract/desk/bank-files'
import { getException, listExceptions } from '@nikau/contract/desk/exceptions'
import { getFeesReport } from '@nikau/contract/desk/reports'
import { getOverview } from '@nikau/contract/desk/overview'
import { getProposal, listProposals } from '@nikau/contract/desk/proposals'
import { getStatement, listStatements } from '@nikau/contract/desk/statements'
import { Icon } from '@nikau/ui'
import { lazy } from 'react'
import { DeskIcon } from '../parts/DeskIcon.tsx'
import type { DeskRow } from './route-row.ts'

const overview = () => import('../features/overview/index.ts')
const access = () => import('../features/access/index.ts')
const controls = () => import('../features/controls/index.ts')
const audit = () => import('../features/audit/index.ts')
const approvals = () => import('../features/approvals/index.ts')
const reports = () => import('../features/reports/index.ts')
const customers = () => import('../features/customers/index.ts')
const exceptions = () => import('../features/exceptions/index.ts')
const ledger = () => import('../features/ledger/index.ts')
const adjustment = () => import('../features/adjustment/index.ts')
const files = () => import('../features/files/index.ts')
const reconciliation = () => import('../features/reconciliation/index.ts')

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
    name: 'files',
    path: '/files',
    title: msg`Bank files`,
    needs: [listBankFiles],
    place: { group: 'money', icon: <DeskIcon name="files" /> },
    Screen: lazy(async () => ({ default: (await files()).FilesScreen })),
  },
  {
    name: 'file',
    path: '/files/:fileId',
    title: msg`Bank file`,
    isIdHidden: true,
    needs: [getBankFile],
    within: 'files',
    Screen: lazy(async () => ({ default: (await files()).FileScreen })),
  },
  {
    name: 'reconciliation',
    path: '/reconciliation',
    title: msg`Reconciliation`,
    needs: [listStatements, getStatement],
    place: { group: 'money', icon: <DeskIcon name="match" /> },
    Screen: lazy(async () => ({ default: (await reconciliation()).ReconciliationScreen })),
  },
  {
    name: 'statement',
    path: '/reconciliation/:account/:day',
    title: msg`Statement`,
    isIdHidden: true,
    needs: [listStatements, getStatement],
    within: 'reconciliation',
    Screen: lazy(async () => ({ default: (await reconciliation()).ReconciliationScreen })),
  },
  {
    name: 'ledger',
    path: '/ledger',
    title: msg`Ledger`,
    needs: [listLedgerAccounts],
    place: { group: 'money', icon: <DeskIcon name="book" /> },
    Screen: lazy(async () => ({ default: (await ledger()).LedgerScreen })),
  },
  {
    name: 'ledger-account',
    path: '/ledger/accounts/:accountId',
    title: msg`Account`,
    isIdHidden: true,
    needs: [getLedgerAccount, listLedgerEntries],
    within: 'ledger',
    Screen: lazy(async () => ({ default: (await ledger()).AccountScreen })),
  },
  {
    name: 'ledger-posting',
    path: '/ledger/postings/:postingId',
    title: msg`Posting`,
    needs: [getLedgerPosting],
    within: 'ledger',
    Screen: lazy(async () => ({ default: (await ledger()).PostingScreen })),
  },
  {
    name: 'adjustment',
    path: '/adjustments',
    title: msg`Adjustments`,
    needs: [getAdjustmentForm],
    place: { group: 'money', icon: <DeskIcon name="swap" /> },
    Screen: lazy(async () => ({ default: (await adjustment()).AdjustmentScreen })),
  },
  {
    name: 'customers',
    path: '/customers',
    title: msg`Customers`,
    needs: [findCustomers],
    place: { group: 'people', icon: <DeskIcon name="people" /> },
    Screen: lazy(async () => ({ default: (await customers()).CustomersScreen })),
  },
  {
    name: 'customer',
    path: '/customers/:customerId',
    title: msg`Customer`,
    isIdHidden: true,
    needs: [getCustomer],
    within: 'customers',
    Screen: lazy(async () => ({ default: (await customers()).CustomerScreen })),
  },
  {
    name: 'looks',
    path: '/customers/:customerId/looks',
    title: msg`Who looked`,
    isIdHidden: true,
    needs: [listCustomerLooks],
    within: 'customers',
    Screen: lazy(async () => ({ default: (await customers()).LooksScreen })),
  },
  {
    name: 'fees',
    path: '/reports/fees',
    title: msg`Fees and GST`,
    needs: [getFeesReport],
    place: { group: 'reports', icon: <DeskIcon name="percent" /> },
    Screen: lazy(async () => ({ default: (await reports()).FeesScreen })),
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
    name: 'reveals',
    path: '/reveals',
    title: msg`Reveals`,
    needs: [listReveals],
    place: { group: 'desk', icon: <Icon name="eye" /> },
    Screen: lazy(async () => ({ default: (await customers()).RevealsScreen })),
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
