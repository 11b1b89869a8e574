/**
 * The banks of this sandbox. Their looks are invented: a monogram, the name in words, two colours. No bank's logo or
 * lettering is drawn here, and none of the people exist.
 */
export const bankIds = ['bnz', 'asb', 'westpac', 'pnz'] as const
export type BankId = (typeof bankIds)[number]

export const isBankId = (text: string): text is BankId => (bankIds as readonly string[]).includes(text)

export type Bank = {
  id: BankId
  name: string
  monogram: string
  tagline: string
  /** Behind the masthead and on buttons, with white text on it. */
  brand: string
  /** The same voice on a dark ground. */
  brandOnDark: string
  accent: string
  signing: 'PS256' | 'ES256'
  /** The wallet's own account at this bank: where pay-by-bank money lands and which its upload files name. */
  settlement: string
}

export const banks: Record<BankId, Bank> = {
  bnz: {
    id: 'bnz',
    name: 'BNZ',
    monogram: 'B',
    tagline: 'Internet banking',
    brand: '#0b2f5b',
    brandOnDark: '#8fb8ec',
    accent: '#2f9bd8',
    signing: 'PS256',
    settlement: '02-0192-0214002-00',
  },
  asb: {
    id: 'asb',
    name: 'ASB',
    monogram: 'A',
    tagline: 'Everyday banking online',
    brand: '#4a3b00',
    brandOnDark: '#f0cf5a',
    accent: '#f2b705',
    signing: 'PS256',
    settlement: '12-3192-0214006-00',
  },
  westpac: {
    id: 'westpac',
    name: 'Westpac',
    monogram: 'W',
    tagline: 'Online banking',
    brand: '#8a1024',
    brandOnDark: '#f2a0ab',
    accent: '#d6293e',
    signing: 'ES256',
    settlement: '03-0192-0214002-00',
  },
  pnz: {
    id: 'pnz',
    name: 'API Centre Test Bank',
    monogram: 'P',
    tagline: 'For trying things out',
    brand: '#0d4a44',
    brandOnDark: '#7fd3c6',
    accent: '#18a08f',
    signing: 'ES256',
    settlement: '00-0192-0214002-00',
  },
}

export type Customer = { bank: BankId; number: string; name: string; accounts: { number: string; name: string; opening: number }[] }

/** One comfortable customer, one nearly out of money, one business, at each bank. Money in cents. */
export const demoCustomers: Customer[] = [
  {
    bank: 'bnz',
    number: '10010001',
    name: 'Mere Tautahi',
    accounts: [
      { number: '02-0500-0214005-00', name: 'Everyday', opening: 2_430_55 },
      { number: '02-0500-0221029-00', name: 'Rainy day', opening: 18_200_00 },
    ],
  },
  { bank: 'bnz', number: '10010002', name: 'Tom Fletcher', accounts: [{ number: '02-0500-0228044-00', name: 'Everyday', opening: 64_20 }] },
  { bank: 'bnz', number: '10010003', name: 'Kererū Timber Ltd', accounts: [{ number: '02-0500-0235068-00', name: 'Business current', opening: 125_000_00 }] },
  {
    bank: 'asb',
    number: '20010001',
    name: 'Aroha Ngata',
    accounts: [
      { number: '12-3050-0214000-00', name: 'Everyday', opening: 3_112_80 },
      { number: '12-3050-0221016-00', name: 'Savings', opening: 9_450_00 },
    ],
  },
  { bank: 'asb', number: '20010002', name: 'Priya Raman', accounts: [{ number: '12-3050-0228031-00', name: 'Everyday', opening: 41_75 }] },
  { bank: 'asb', number: '20010003', name: 'Southerly Cycles Ltd', accounts: [{ number: '12-3050-0235047-00', name: 'Business', opening: 86_300_00 }] },
  {
    bank: 'westpac',
    number: '30010001',
    name: 'James Wilkie',
    accounts: [
      { number: '03-0510-0214009-00', name: 'Everyday', opening: 1_875_10 },
      { number: '03-0510-0221030-00', name: 'Savings', opening: 12_004_33 },
    ],
  },
  { bank: 'westpac', number: '30010002', name: 'Hana Sato', accounts: [{ number: '03-0510-0228048-00', name: 'Everyday', opening: 28_90 }] },
  { bank: 'westpac', number: '30010003', name: 'Tūī Catering Ltd', accounts: [{ number: '03-0510-0235088-00', name: 'Business', opening: 54_120_00 }] },
  {
    bank: 'pnz',
    number: '90010001',
    name: 'Pat Example',
    accounts: [
      { number: '00-0500-0214005-00', name: 'Everyday', opening: 5_000_00 },
      { number: '00-0500-0221029-00', name: 'Savings', opening: 50_000_00 },
    ],
  },
  { bank: 'pnz', number: '90010002', name: 'Sam Sample', accounts: [{ number: '00-0500-0228044-00', name: 'Everyday', opening: 10_00 }] },
]
