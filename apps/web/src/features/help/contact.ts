import { deployed } from '../../lib/config.ts'

/** An email to support that names what it is about. */
export const contactHref = (subject: string): string => `mailto:${deployed.supportEmail}?subject=${encodeURIComponent(subject)}`
