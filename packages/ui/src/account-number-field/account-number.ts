import { digits, type Mask } from '../field/mask.ts'

/** Bank 2, branch 4, account 7, suffix 2 or 3 digits: at most 19 characters with dashes. A dash is added with the digit after it. */
export const accountNumberMask: Mask = {
  accepts: digits,
  format: (kept) => [kept.slice(0, 2), kept.slice(2, 6), kept.slice(6, 13), kept.slice(13, 16)].filter(Boolean).join('-'),
}

/**
 * Parses a pasted account number in any format. Four groups are parsed group by group, because banks also print the account
 * part with six or eight digits and the suffix with one; a number without separators goes to the mask.
 */
export function readAccountNumber(text: string): string | undefined {
  const groups = text.match(/\d+/g) ?? []
  if (groups.length === 0) return undefined
  if (groups.length !== 4) return accountNumberMask.format(groups.join(''))
  const [bank = '', branch = '', account = '', suffix = ''] = groups
  return [bank.padStart(2, '0'), branch.padStart(4, '0'), account.replace(/^0(?=\d{7}$)/, '').padStart(7, '0'), suffix.padStart(2, '0')].join('-').slice(0, 19)
}
