import { Contrast } from 'lucide-react'
import type { IconProps } from '../Icon.tsx'
import { OutlineIcon } from './OutlineIcon.tsx'

export const ContrastIcon = (props: IconProps) => <OutlineIcon of={Contrast} {...props} />
