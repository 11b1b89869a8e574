export { SettingsScreen } from './SettingsScreen.tsx'
export { SettingsSectionScreen } from './SettingsSectionScreen.tsx'
