import { field } from '@nikau/runtime'
import { z } from 'zod'
import { sendRequest } from '../http.ts'

/** A business as the public register knows it. */
export interface RegisteredBusiness {
  nzbn: string
  legalName: string
  tradingName: string | undefined
  /** Removed businesses stay in the register. */
  isActive: boolean
  address: { street: string; suburb?: string | undefined; city: string; postCode?: string | undefined } | undefined
  /** Only if the business publishes it. */
  gstNumber: string | undefined
}

export type RegisterResult = { outcome: 'found'; business: RegisteredBusiness } | { outcome: 'not-found' } | { outcome: 'unavailable'; reason: string }

/** The New Zealand Business Number register. Has a timeout, and does not throw for a failure of the register. */
export interface BusinessRegister {
  find(nzbn: string): Promise<RegisterResult>
}

/** The shape of NZBN_REGISTER: JSON. Without it no business is looked up. */
export const registerEntry = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/$/, '')),
  key: field.secret(),
  timeoutMs: z.int().positive().default(5000),
})

const text = z.string().trim().min(1).max(200)
const optional = text.nullish().catch(undefined)
const entity = z.object({
  nzbn: z.string(),
  entityName: text,
  /** 50 is registered. */
  entityStatusCode: z.string(),
  tradingNames: z
    .array(z.object({ name: text }))
    .nullish()
    .catch(undefined),
  gstNumbers: z
    .array(z.object({ gstNumber: text }))
    .nullish()
    .catch(undefined),
  addresses: z
    .object({ addressList: z.array(z.object({ address1: optional, address2: optional, address3: optional, postCode: optional })) })
    .nullish()
    .catch(undefined),
})

/** The register's API, version 5: `GET /entities/{nzbn}`. */
export function openRegister({ url, key, timeoutMs }: z.output<typeof registerEntry>): BusinessRegister {
  return {
    async find(nzbn) {
      const headers = { 'ocp-apim-subscription-key': key.reveal(), accept: 'application/json' }
      const response = await sendRequest(`${url}/entities/${nzbn}`, { headers }, timeoutMs)
      if ('transportError' in response) return { outcome: 'unavailable', reason: response.transportError }
      if (response.status === 404) return { outcome: 'not-found' }
      const found = response.status === 200 ? entity.safeParse(response.body).data : undefined
      return found?.nzbn === nzbn ? { outcome: 'found', business: toBusiness(found) } : { outcome: 'unavailable', reason: `status ${response.status}` }
    },
  }
}

function toBusiness(found: z.output<typeof entity>): RegisteredBusiness {
  const [place] = found.addresses?.addressList ?? []
  return {
    nzbn: found.nzbn,
    legalName: found.entityName,
    tradingName: found.tradingNames?.[0]?.name,
    isActive: found.entityStatusCode === '50',
    address:
      place?.address1 && place.address3
        ? { street: place.address1, suburb: place.address2 ?? undefined, city: place.address3, postCode: place.postCode ?? undefined }
        : undefined,
    gstNumber: found.gstNumbers?.[0]?.gstNumber,
  }
}
