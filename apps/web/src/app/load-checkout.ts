/** The public checkout inside the wallet. Its own page has its styles from the start, so the feature itself does not fetch them. */
export async function loadCheckout() {
  const [feature] = await Promise.all([import('../features/checkout/index.ts'), import('../features/checkout/checkout.css')])
  return feature
}
