import type { Endpoint } from '@nikau/contract'
import { type Input, send } from './call.ts'
import { noAnswer } from './request.ts'

/** Calls an endpoint that returns a file: its content, and the name to save it under. */
export async function callFile<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<{ name: string; content: Blob }> {
  const response = await send(endpoint, input, {})
  const [, name = 'nikau'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return { name, content: await response.blob().catch(noAnswer(undefined)) }
}
