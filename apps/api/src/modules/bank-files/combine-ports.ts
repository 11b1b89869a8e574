import type { BankPort } from '../funds-transfers/index.ts'

/** Several sources of orders behind one port: a file takes from each in turn, and an event goes to the one that knows its reference. */
export function combinePorts(...ports: readonly BankPort[]): BankPort {
  const toOwner = async <Verdict>(apply: (port: BankPort) => Promise<Verdict | 'unknown-reference'>): Promise<Verdict | 'unknown-reference'> => {
    for (const port of ports) {
      const verdict = await apply(port)
      if (verdict !== 'unknown-reference') return verdict
    }
    return 'unknown-reference'
  }
  return {
    async claimForBatch(tx, file) {
      const entries: Awaited<ReturnType<BankPort['claimForBatch']>> = []
      for (const port of ports)
        if (entries.length < file.limit) entries.push(...(await port.claimForBatch(tx, { ...file, limit: file.limit - entries.length })))
      return entries
    },
    settle: (tx, event) => toOwner((port) => port.settle(tx, event)),
    fail: (tx, event) => toOwner((port) => port.fail(tx, event)),
    reverse: (tx, event) => toOwner((port) => port.reverse(tx, event)),
  }
}
