export { AssetTransferDetails, ClaimedTransfers } from './lazy.tsx'
export { TransferScreen } from './TransferScreen.tsx'
