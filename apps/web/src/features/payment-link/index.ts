export { LinkScreen } from './LinkScreen.tsx'
