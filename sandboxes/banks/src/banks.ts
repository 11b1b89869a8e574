/** The banks of this sandbox. Their branding is invented: no bank's logo or lettering is used. None of the people exist. */
export const bankIds = ['bnz', 'asb', 'westpac', 'pnz'] as const
export type BankId = (typeof bankIds)[number]

export const isBankId = (text: string): text is BankId => (bankIds as readonly string[]).includes(text)

export type Bank = {
  id: BankId
  name: string
  monogram: string
  tagline: string
  /** The background of the masthead and of buttons, with white text. */
  brand: string
  /** The brand colour in dark mode. */
  brandOnDark: string
  accent: string
  /** The border radius of the monogram, and a faint pattern over the masthead. */
  shape: string
  pattern: string
  signing: 'PS256' | 'ES256'
  /** The settlement account of the wallet at this bank: it receives pay-by-bank payments and is named in upload files. */
  settlement: string
}

export const banks: Record<BankId, Bank> = {
  bnz: {
    id: 'bnz',
    name: 'BNZ',
    monogram: 'B',
    tagline: 'Internet banking',
    brand: '#3b2a6b',
    brandOnDark: '#c6b6ff',
    accent: '#9a7dff',
    shape: '30%',
    pattern: 'repeating-linear-gradient(115deg,#fff0 0 22px,#ffffff0e 22px 44px)',
    signing: 'PS256',
    settlement: '02-0192-0214002-00',
  },
  asb: {
    id: 'asb',
    name: 'ASB',
    monogram: 'A',
    tagline: 'Everyday banking online',
    brand: '#174a68',
    brandOnDark: '#9bd4f2',
    accent: '#56b3de',
    shape: '50%',
    pattern: 'repeating-radial-gradient(circle at 88% -40%,#fff0 0 26px,#ffffff12 26px 52px)',
    signing: 'PS256',
    settlement: '12-3192-0214006-00',
  },
  westpac: {
    id: 'westpac',
    name: 'Westpac',
    monogram: 'W',
    tagline: 'Online banking',
    brand: '#5c3516',
    brandOnDark: '#f4be8c',
    accent: '#e08b3c',
    shape: '50% 50% 50% 12%',
    pattern: 'radial-gradient(#ffffff1f 1.5px,#fff0 2px) 0 0/16px 16px',
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
    shape: '12% 50%',
    pattern: 'repeating-linear-gradient(0deg,#ffffff0d 0 1px,#fff0 1px 14px),repeating-linear-gradient(90deg,#ffffff0d 0 1px,#fff0 1px 14px)',
    signing: 'ES256',
    settlement: '00-0192-0214002-00',
  },
}

export type Customer = { bank: BankId; number: string; name: string; accounts: { number: string; name: string; opening: number }[] }

/** At each bank a customer with money, one with little, and a business. Amounts in cents. */
export const seedCustomers: Customer[] = [
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
