import { Hourglass } from 'lucide-react'
import type { IconProps } from '../Icon.tsx'
import { OutlineIcon } from './OutlineIcon.tsx'

export const HourglassIcon = (props: IconProps) => <OutlineIcon of={Hourglass} {...props} />
