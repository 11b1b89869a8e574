import { pause } from './wait.ts'

export interface Answer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- a trial reads answers freely
  body: any
  /** What a browser would send back. */
  cookie?: string
}

type Headers = Record<string, string>

const patienceMs = 180_000

/** Calls the API as its clients do: once, or again under the same idempotency key. */
export function createClient(origin: string) {
  const call = async (method: string, path: string, headers: Headers, body?: object): Promise<Answer> => {
    const response = await fetch(origin + path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    })
    const text = await response.text()
    const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0])
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text), cookie: cookie.join('; ') }
  }
  /** Retries while the server is overloaded (503), which is no fault on a busy machine. Any other answer counts. */
  const callWhileBusy = async (method: string, path: string, headers: Headers, body?: object): Promise<Answer> => {
    for (const deadline = Date.now() + patienceMs; ;) {
      const answer = await call(method, path, headers, body)
      if (answer.status !== 503 || Date.now() > deadline) return answer
      await pause(100)
    }
  }
  /** Retries until the server answers without a fault, as a client with an idempotency key does while processes are killed. */
  const callUntilAnswered = async (method: string, path: string, headers: Headers, body?: object): Promise<Answer> => {
    for (const deadline = Date.now() + patienceMs; ;) {
      const answer = await call(method, path, headers, body).catch(() => undefined)
      if (answer && answer.status < 500) return answer
      if (Date.now() > deadline) throw new Error(`no answer to ${method} ${path} in ${patienceMs} ms`)
      await pause(100)
    }
  }
  /** For set-up: anything but 200 ends the trial. */
  const callOk = async (method: string, path: string, headers: Headers, body?: object) => {
    const answer = await callUntilAnswered(method, path, headers, body)
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  return { call, callWhileBusy, callUntilAnswered, callOk }
}
