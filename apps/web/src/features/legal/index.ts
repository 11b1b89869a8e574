export { PrivacyScreen } from './PrivacyScreen.tsx'
export { TermsScreen } from './TermsScreen.tsx'
