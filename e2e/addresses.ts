/** Addresses of this run's environment. E2E_BASE gives another run on the same machine its own ports. */
export const base = Number(process.env.E2E_BASE ?? 4600)
export const web = `http://localhost:${base}`
export const identity = `http://localhost:${base + 1}`
export const banks = `http://localhost:${base + 21}`
export const messages = `http://localhost:${base + 10}`

/** The provider's sign-in pages. */
export const signInPage = new RegExp(`^${identity}/interaction/`)
export const shop = `http://localhost:${base + 20}`
