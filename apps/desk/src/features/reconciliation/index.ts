export { ReconciliationScreen } from './ReconciliationScreen.tsx'
