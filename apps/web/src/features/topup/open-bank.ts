/** Navigation to a bank, in one place that tests can replace. */
export const bankWindow = { assign: (url: string) => location.assign(url) }

export function openBank(authorizationUrl: string): void {
  if (!/^https?:$/.test(new URL(authorizationUrl).protocol)) throw new Error('authorisation URL is not http(s)')
  bankWindow.assign(authorizationUrl)
}
