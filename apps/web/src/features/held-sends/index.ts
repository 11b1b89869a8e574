export { HeldSendScreen } from './HeldSendScreen.tsx'
export { OpinionRequestScreen } from './OpinionRequestScreen.tsx'
export { TrustedPeopleScreen } from './TrustedPeopleScreen.tsx'
