/** What the app reports to monitoring. */
export interface Monitoring {
  error(name: string, error: unknown, detail?: Record<string, string | number>): void
  /** The user asks for help. Never sampled. */
  support(name: string, detail: Record<string, string>): void
  trace(name: string, milliseconds: number): void
  /** Later reports name this screen. */
  setScreen(screen: string): void
}
