export const accountNameMaxInput = 50
export const accountNameMaxLength = 20

/** The form's message for an invalid name. Letters with macrons and other marks are valid. */
export function accountNameMessage(name: string): string | undefined {
  if (name.trim() === '') return 'Name on account is required'
  return /^[\p{L}\p{M}0-9\-'’,. ]*$/u.test(name) ? undefined : "Account name can only have A-z 0-9 and , . - '"
}

/** The name as sent to the API: 20 characters, composed (NFC), with straight apostrophes. */
export function toBankAccountName(name: string): string {
  return Array.from(name.trim().normalize('NFC').replaceAll('’', "'")).slice(0, accountNameMaxLength).join('').trimEnd()
}
