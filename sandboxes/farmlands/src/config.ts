export type Config = {
  port: number
  /** The public origin. */
  origin: string
  clientId: string
  clientSecret: string
  dataFolder: string | undefined
  /** The wallet, whose payments the company's app pays. */
  walletOrigin: string
}

export const readConfig = (env: Record<string, string | undefined>): Config => {
  const port = Number(env.FARMLANDS_PORT ?? 4600)
  return {
    port,
    origin: (env.FARMLANDS_ORIGIN ?? `http://localhost:${port}`).replace(/\/$/, ''),
    clientId: env.FARMLANDS_CLIENT ?? 'nikau',
    clientSecret: env.FARMLANDS_SECRET ?? 'sandbox-farmlands-secret',
    walletOrigin: (env.FARMLANDS_WALLET ?? 'http://localhost:4000').replace(/\/$/, ''),
    dataFolder: env.FARMLANDS_DATA === undefined || env.FARMLANDS_DATA === '' ? undefined : env.FARMLANDS_DATA,
  }
}
