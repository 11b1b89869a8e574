/** The barcode or the scanner, whichever was shown last: the tab returns to it until the app is reloaded. */
let last: 'scan' | 'my-codes' = 'scan'

export const lastPayScreen = (): 'scan' | 'my-codes' => last

export function rememberPayScreen(name: 'scan' | 'my-codes'): void {
  last = name
}
