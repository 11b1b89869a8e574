import { OtherWays } from './OtherWays.tsx'

/** For the wallet's pay screen, which does not load the checkout's styles otherwise. */
export async function loadOtherWays(): Promise<typeof OtherWays> {
  await import('./checkout.css')
  return OtherWays
}
