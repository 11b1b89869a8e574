export { TransferDetails } from './TransferDetails.tsx'
export { TransferScreen } from './TransferScreen.tsx'
export { isLate, isReversed, TransferSentence } from './TransferSentence.tsx'
export { TransferTimeline } from './TransferTimeline.tsx'
