/** Repeats the question until the answer is yes (or a value) and returns it; false when the time is up. A question that throws counts as no. */
export async function until<T>(question: () => Promise<T | false>, timeoutMs: number): Promise<T | false> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    const answer = await question().catch(() => false as const)
    if (answer) return answer
    await pause(20)
  }
  return false
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Whether the process at this port answers with a 2xx. */
export async function answersOk(port: number, path: string): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${port}${path}`)).ok
}

export function medianOf(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
