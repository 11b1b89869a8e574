export type Checked =
  | { kind: 'verified'; personId: string; phone: string }
  /** The code is right, but more proof than the number is needed. */
  | { kind: 'second-proof' }
  | { kind: 'malformed' }
  | { kind: 'wrong'; triesLeft: number }
  | { kind: 'spent' }
  | { kind: 'expired' }
  | { kind: 'wait'; until: Date }
  | { kind: 'none' }

export interface Guess {
  interaction: string
  typed: string
  address: string
  device: string
  deviceToken: string | undefined
}
