export { PayScreen } from './PayScreen.tsx'
export { SummaryScreen } from './SummaryScreen.tsx'
