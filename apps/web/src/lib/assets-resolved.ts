const prefix = 'assetsResolved-'

/** Whether what waited for this user has been claimed in this browser. */
export const areAssetsResolved = (userId: string): boolean => localStorage.getItem(prefix + userId) !== null

export function setAssetsResolved(userId: string): void {
  localStorage.setItem(prefix + userId, 'true')
}

/** A person who presses Claim asks for it again, in whichever account they sign in to. */
export function forgetResolvedAssets(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
}
