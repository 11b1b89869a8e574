/** What the API answers about asset transfers. */

export const createdAt = '2026-11-14T03:12:00.000Z'
export const deliveredAt = '2026-11-14T03:12:20.000Z'
export const reminderAt = '2026-11-21T03:12:00.000Z'
export const expiresAt = '2026-11-28T03:12:00.000Z'
export const linkKey = 'kQ7cB0-2mZr_v9x1Lh3YwA'

const money = { category: 'money', description: 'NZD', liveness: 'main' }
export const flatWhite = { category: 'token', description: 'Flat white', liveness: 'main', issuer: 'Aro Street Coffee', expiresAt: '2026-11-30T10:59:59.000Z' }

const common = {
  id: 'xfer',
  assetId: 'wallet',
  message: 'Happy birthday, Jack',
  senderName: 'Mia Tūhoro',
  createdAt,
  url: 'https://nikau.example/deimos/transfer/xfer',
  asset: money,
  expiresAt,
}

/** Waiting: with the amount and the masked recipient. */
export const waitingSummary = (more: object = {}) => ({ ...common, status: 'sent', value: '5000', recipient: '027 ••• ••08', ...more })

/** Final: neither amount nor recipient. */
export const finalSummary = (status: string, more: object = {}) => ({ ...common, status, ...more })

export const waitingGift = (more: object = {}) => ({
  ...common,
  status: 'sent',
  asset: flatWhite,
  recipient: '027 ••• ••08',
  message: 'Thanks for the lift. First coffee’s on me.',
  wrap: 'lilac',
  ...more,
})

const sentSteps = [
  { key: 'asked', at: createdAt },
  { key: 'sent', at: createdAt },
  { key: 'delivered', at: deliveredAt },
]

/** The sender's side of a waiting transfer. */
export const ownTransfer = (more: object = {}) => ({
  ...common,
  status: 'sent',
  direction: 'sent',
  value: '5000',
  recipient: '+64275550108',
  reference: 'NK 90C4 1E63',
  timeline: [...sentSteps, { key: 'reminded', due: reminderAt }, { key: 'returned', due: expiresAt }],
  cancellable: true,
  reminders: { left: 3 },
  ...more,
})

const settled = (status: string, steps: object[], more: object = {}) =>
  ownTransfer({ status, recipient: '027 ••• ••08', timeline: [...sentSteps, ...steps], cancellable: false, reminders: { left: 0 }, ...more })

const later = '2026-11-14T05:20:00.000Z'
const back = { key: 'returned', at: later }

export const claimedTransfer = (more: object = {}) =>
  settled('claimed', [{ key: 'claimed', at: '2026-11-14T20:03:00.000Z' }], { recipientName: 'Jack S', ...more })
export const recalledTransfer = (more: object = {}) => settled('cancelled', [{ key: 'cancelled', at: later }, back], more)
export const declinedTransfer = (more: object = {}) => settled('declined', [{ key: 'declined', at: later }, back], more)
export const returnedTransfer = (more: object = {}) =>
  settled(
    'returned',
    [
      { key: 'reminded', at: reminderAt },
      { key: 'expired', at: expiresAt },
      { key: 'returned', at: expiresAt },
    ],
    more,
  )
export const expiredTransfer = (more: object = {}) =>
  settled(
    'expired',
    [
      { key: 'expired', at: expiresAt },
      { key: 'returned', due: expiresAt },
    ],
    more,
  )
export const failedTransfer = (more: object = {}) =>
  ownTransfer({
    status: 'failed',
    timeline: [
      { key: 'asked', at: createdAt },
      { key: 'sent', at: createdAt },
      { key: 'failed', at: deliveredAt },
      { key: 'returned', at: deliveredAt },
    ],
    cancellable: false,
    reminders: { left: 0 },
    recipient: '027 ••• ••08',
    ...more,
  })

/** The recipient's side. */
export const receivedTransfer = (id: string, more: object = {}) => claimedTransfer({ id, direction: 'received', ...more })
