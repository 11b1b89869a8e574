export { ControlsScreen } from './ControlsScreen.tsx'
