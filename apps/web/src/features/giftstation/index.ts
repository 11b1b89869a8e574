export { GiftStationScreen } from './GiftStationScreen.tsx'
