import * as z from 'zod/mini'
import { id } from './wire.ts'

/** How a shop looks to its customers: on the checkout, the pay screen and where they connect to it. */

/** The colours that a shop can choose. White text is readable on each of them, in light and dark. */
export const brandColours = ['nikau', 'harbour', 'brick', 'lilac', 'mustard', 'slate'] as const
export const brandColour = z.enum(brandColours)
export type BrandColour = z.output<typeof brandColour>

/** Without a picture the initials of the shop are shown, without a colour the green of Nikau. */
export const branding = z.object({ colour: z.optional(brandColour), pictureId: z.optional(id) })
export type Branding = z.output<typeof branding>

/** Omitted fields keep their value; null removes the picture. */
export const brandingChange = z.strictObject({ colour: z.optional(brandColour), pictureId: z.optional(z.nullable(id)) })
