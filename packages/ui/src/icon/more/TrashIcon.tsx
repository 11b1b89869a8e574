import { Trash2 } from 'lucide-react'
import type { IconProps } from '../Icon.tsx'
import { OutlineIcon } from './OutlineIcon.tsx'

export const TrashIcon = (props: IconProps) => <OutlineIcon of={Trash2} {...props} />
