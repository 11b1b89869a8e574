import { z } from 'zod'

/** The response of a device in the hidden field of a form. Undefined if it is no JSON. */
export function parsePasskeyResponse(body: unknown): unknown {
  const { response } = z.object({ response: z.string().max(20_000).catch('') }).parse(body ?? {})
  try {
    return JSON.parse(response)
  } catch {
    return undefined
  }
}
