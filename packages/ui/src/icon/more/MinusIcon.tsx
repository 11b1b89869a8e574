import { Minus } from 'lucide-react'
import type { IconProps } from '../Icon.tsx'
import { OutlineIcon } from './OutlineIcon.tsx'

export const MinusIcon = (props: IconProps) => <OutlineIcon of={Minus} {...props} />
