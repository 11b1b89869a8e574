/** The router loads them with the first touch; resolves when it has them. */
export async function loadViewTransitions(): Promise<void> {
  dispatchEvent(new Event('pointerdown'))
  await import('../app/view-transitions.ts')
  await new Promise((resolve) => setTimeout(resolve))
}
