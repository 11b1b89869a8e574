import { Bell } from 'lucide-react'
import type { IconProps } from '../Icon.tsx'
import { OutlineIcon } from './OutlineIcon.tsx'

export const BellIcon = (props: IconProps) => <OutlineIcon of={Bell} {...props} />
