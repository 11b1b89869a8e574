/** What the app reports to monitoring. */
export interface Monitoring {
  error(name: string, error: unknown, detail?: Record<string, string | number>): void
  /** A call that finally failed, by the endpoint's method and path pattern. Refusals that a screen handles are not reported. */
  callFailed(method: unknown, path: unknown, error: unknown): void
  /** The user asks for help. Never sampled. Answers whether the request for help has arrived. */
  support(name: string, detail: Record<string, string>): Promise<boolean>
  trace(name: string, milliseconds: number): void
  /** Later reports name this screen. */
  setScreen(screen: string): void
}
