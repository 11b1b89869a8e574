export { ConfigScreen } from './ConfigScreen.tsx'
