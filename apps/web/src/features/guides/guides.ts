import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ComponentType } from 'react'
import { MakingAPayment } from './MakingAPayment.tsx'

export interface Guide {
  category: string
  page: string
  title: MessageDescriptor
  Text: ComponentType
}

export const guides: Guide[] = [{ category: 'payments', page: 'making-a-payment', title: msg`Making a Payment`, Text: MakingAPayment }]

export function findGuide(category: string | undefined, page: string | undefined): Guide | undefined {
  return guides.find((guide) => guide.category === category && guide.page === page)
}
