import { KeyRound } from 'lucide-react'
import type { IconProps } from '../Icon.tsx'
import { OutlineIcon } from './OutlineIcon.tsx'

export const KeyIcon = (props: IconProps) => <OutlineIcon of={KeyRound} {...props} />
