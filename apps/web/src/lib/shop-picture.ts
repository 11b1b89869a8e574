import { deployed } from './config.ts'

/** Where the picture of a shop or a token is, from its address in an answer: below the API base, or complete. */
export function pictureUrl(logo: string): string {
  return logo[0] === '/' ? deployed.apiBase + logo : logo
}
