import { Info } from 'lucide-react'
import type { IconProps } from '../Icon.tsx'
import { OutlineIcon } from './OutlineIcon.tsx'

export const InfoIcon = (props: IconProps) => <OutlineIcon of={Info} {...props} />
