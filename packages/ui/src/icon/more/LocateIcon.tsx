import { LocateFixed } from 'lucide-react'
import type { IconProps } from '../Icon.tsx'
import { OutlineIcon } from './OutlineIcon.tsx'

export const LocateIcon = (props: IconProps) => <OutlineIcon of={LocateFixed} {...props} />
