export { InvitationScreen } from './InvitationScreen.tsx'
export { TeamScreen } from './TeamScreen.tsx'
