import { lazyScreen } from '../../lib/lazy-screen.ts'

/** A visitor with a link needs the summary alone: what needs a session is loaded on demand. */

export const OwnTransferScreen = lazyScreen(async () => (await import('./OwnTransferScreen.tsx')).OwnTransferScreen)
export const AssetTransferDetails = lazyScreen(async () => (await import('./AssetTransferDetails.tsx')).AssetTransferDetails)
export const ArrivedTransfers = lazyScreen(async () => (await import('./ArrivedTransfers.tsx')).ArrivedTransfers)
