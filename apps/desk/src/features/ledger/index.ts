export { AccountScreen } from './AccountScreen.tsx'
export { LedgerScreen } from './LedgerScreen.tsx'
export { PostingScreen } from './PostingScreen.tsx'
