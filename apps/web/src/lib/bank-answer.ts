/**
 * What a bank returned with for a top-up, kept in the tab until there is an outcome: it survives a reload and a sign-in in between,
 * and the code is in no address. Without a code the person did not approve.
 */
export interface BankAnswer {
  code?: string | undefined
  idToken?: string | undefined
}

const keyOf = (topUpId: string) => `bank-answer-${topUpId}`

export function keepBankAnswer(topUpId: string, { code, idToken }: BankAnswer): void {
  sessionStorage.setItem(keyOf(topUpId), JSON.stringify({ code, idToken }))
}

export function keptBankAnswer(topUpId: string): BankAnswer | undefined {
  const text = sessionStorage.getItem(keyOf(topUpId))
  return text === null ? undefined : (JSON.parse(text) as BankAnswer)
}

export function forgetBankAnswer(topUpId: string): void {
  sessionStorage.removeItem(keyOf(topUpId))
}
