export { FeesScreen } from './FeesScreen.tsx'
