/** What every screen of a signed-in person needs, in one file. */
import { keepInstallPrompt } from '../lib/install-prompt.ts'
export { RequireSession } from '../lib/session.tsx'
export { Navigation } from './Navigation.tsx'

keepInstallPrompt()
