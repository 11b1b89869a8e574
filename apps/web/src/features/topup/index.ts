export { TopupScreen } from './TopupScreen.tsx'
