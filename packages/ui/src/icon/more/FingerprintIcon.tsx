import { Fingerprint } from 'lucide-react'
import type { IconProps } from '../Icon.tsx'
import { OutlineIcon } from './OutlineIcon.tsx'

export const FingerprintIcon = (props: IconProps) => <OutlineIcon of={Fingerprint} {...props} />
