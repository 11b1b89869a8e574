export { ProofScreen } from './ProofScreen.tsx'
