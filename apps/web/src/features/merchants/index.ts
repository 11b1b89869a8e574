export { LocationsScreen } from './LocationsScreen.tsx'
