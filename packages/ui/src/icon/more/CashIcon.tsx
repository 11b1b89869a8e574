import { Banknote } from 'lucide-react'
import type { IconProps } from '../Icon.tsx'
import { OutlineIcon } from './OutlineIcon.tsx'

export const CashIcon = (props: IconProps) => <OutlineIcon of={Banknote} {...props} />
