export { SettingsScreen } from './SettingsScreen.tsx'
export { ChangesScreen } from './ChangesScreen.tsx'
