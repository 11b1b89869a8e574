export const accountNameTyped = 50
export const accountNameSent = 20

/** What the form says of a name on an account, or nothing when it is good. Letters are those of any language: Māia and Tūī have accounts too. */
export function accountNameMessage(name: string): string | undefined {
  if (name.trim() === '') return 'Name on account is required'
  return /^[\p{L}\p{M}0-9\-'’,. ]*$/u.test(name) ? undefined : "Account name can only have A-z 0-9 and , . - '"
}

/** The name as it is sent: its first 20 characters, letters with their marks in one piece, the keyboard's curly apostrophe made straight. */
export function accountNameToSend(name: string): string {
  return Array.from(name.trim().normalize('NFC').replaceAll('’', "'")).slice(0, accountNameSent).join('').trimEnd()
}
