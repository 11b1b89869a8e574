export { ApprovalsCount } from './ApprovalsCount.tsx'
export { ApprovalsScreen } from './ApprovalsScreen.tsx'
export { ApproveScreen } from './ApproveScreen.tsx'
