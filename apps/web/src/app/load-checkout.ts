/** Loads the public checkout inside the wallet, with its styles. checkout.html links those itself, so the feature does not import them. */
export async function loadCheckout() {
  const [feature] = await Promise.all([import('../features/checkout/index.ts'), import('../features/checkout/checkout.css')])
  return feature
}
