import { List } from 'lucide-react'
import type { IconProps } from '../Icon.tsx'
import { OutlineIcon } from './OutlineIcon.tsx'

export const ListIcon = (props: IconProps) => <OutlineIcon of={List} {...props} />
