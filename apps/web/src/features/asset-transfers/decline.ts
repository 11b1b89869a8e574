/** What the key of the recipient's link allows. */
export interface Decline {
  linkKey: string
  onDone: (outcome: 'declined' | 'reported') => void
  /** The transfer no longer waits. */
  onRefused: () => void
}
