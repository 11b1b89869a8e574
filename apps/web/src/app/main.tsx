import { startWallet } from './start.tsx'

await startWallet()
