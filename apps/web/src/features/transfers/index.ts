export { TransferDetails } from './TransferDetails.tsx'
export { TransferScreen } from './TransferScreen.tsx'
export { TransferTimeline } from './TransferTimeline.tsx'
