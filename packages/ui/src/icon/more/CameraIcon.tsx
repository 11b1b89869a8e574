import { Camera } from 'lucide-react'
import type { IconProps } from '../Icon.tsx'
import { OutlineIcon } from './OutlineIcon.tsx'

export const CameraIcon = (props: IconProps) => <OutlineIcon of={Camera} {...props} />
