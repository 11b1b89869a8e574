import type { Endpoint } from '@nikau/contract'
import { useMutation } from '@tanstack/react-query'
import type { CallError } from './call-error.ts'
import type { Input } from './call.ts'
import { callFile } from './call-file.ts'
import { downloadFile } from './download.ts'

/** Fetches a file with the person's token and saves it. */
export function useDownload<E extends Endpoint>(endpoint: E) {
  return useMutation<void, CallError, Input<E>>({
    mutationKey: [endpoint.method, endpoint.path],
    mutationFn: async (input) => downloadFile(await callFile(endpoint, input)),
  })
}
