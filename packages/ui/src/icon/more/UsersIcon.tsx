import { Users } from 'lucide-react'
import type { IconProps } from '../Icon.tsx'
import { OutlineIcon } from './OutlineIcon.tsx'

export const UsersIcon = (props: IconProps) => <OutlineIcon of={Users} {...props} />
