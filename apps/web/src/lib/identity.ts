import { sendAsUser, sendWithToken } from './call.ts'
import { deployed } from './config.ts'
import { request } from './request.ts'

type Method = 'GET' | 'POST' | 'DELETE'

const identityCall =
  <T>(method: Method, path: string, body?: object) =>
  async (token: string | undefined): Promise<T> => {
    const response = await request(new URL(path, deployed.issuer), { method, headers: { ...(token && { authorization: `Bearer ${token}` }) }, body })
    return (response.status === 204 ? {} : await response.json()) as T
  }

/** Calls the identity provider as the user. Its endpoints are not part of the API's contract. */
export const callIdentity = <T>(method: Method, path: string, body?: object): Promise<T> => sendAsUser(identityCall<T>(method, path, body))

/** For the step-up itself, which must not ask for a step-up. */
export const callStepUp = <T>(method: Method, path: string, body?: object): Promise<T> => sendWithToken(identityCall<T>(method, path, body))
