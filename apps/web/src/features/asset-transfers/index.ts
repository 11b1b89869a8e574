export { ArrivedTransfers, AssetTransferDetails } from './lazy.tsx'
export { TransferScreen } from './TransferScreen.tsx'
