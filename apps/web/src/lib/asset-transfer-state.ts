import type { AssetTransfer, AssetTransferStatus } from '@nikau/contract/asset-transfers'

export const isWaiting = (status: AssetTransferStatus): boolean => status === 'created' || status === 'sent'

/** The sender has it again. */
export const hasComeBack = (status: AssetTransferStatus): boolean => ['cancelled', 'declined', 'returned', 'failed'].includes(status)

/** When the last step so far happened. */
export const settledAt = ({ timeline }: Pick<AssetTransfer, 'timeline'>): Date | undefined => timeline.findLast((step) => step.at !== undefined)?.at

/** The recipient had an account: no message was sent and nothing waited. */
export const wasImmediate = ({ timeline }: Pick<AssetTransfer, 'timeline'>): boolean => !timeline.some(({ key }) => key === 'sent')

export const isByEmail = ({ recipient }: Pick<AssetTransfer, 'recipient'>): boolean => recipient.includes('@')
