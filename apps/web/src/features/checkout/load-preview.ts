import type { CheckoutPreview } from './CheckoutPreview.tsx'

/** For the portal's settings, which do not load the checkout's code and styles otherwise. */
export async function loadCheckoutPreview(): Promise<typeof CheckoutPreview> {
  const [{ CheckoutPreview: preview }] = await Promise.all([import('./CheckoutPreview.tsx'), import('./checkout.css')])
  return preview
}
