/** What the reference's set lacks, from lucide, cut to the same line. Each is its own export, so a page pays only for those it draws. */
import {
  Bell,
  Camera,
  Contrast,
  EyeOff,
  Fingerprint,
  Info,
  KeyRound,
  Languages,
  LocateFixed,
  Mail,
  MapPin,
  Moon,
  Sun,
  Trash2,
  Users,
  type LucideIcon,
} from 'lucide-react'
import type { IconLook } from './Icon.tsx'

function Drawn({ of: Shape, size = 'm', label }: IconLook & { of: LucideIcon }) {
  const stroke = size === 'xs' ? 2.25 : size === 's' ? 2 : 1.75
  return <Shape className="n-icon" data-size={size} strokeWidth={stroke} {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })} />
}

export const BellIcon = (look: IconLook) => <Drawn of={Bell} {...look} />
export const CameraIcon = (look: IconLook) => <Drawn of={Camera} {...look} />
export const ContrastIcon = (look: IconLook) => <Drawn of={Contrast} {...look} />
export const EyeOffIcon = (look: IconLook) => <Drawn of={EyeOff} {...look} />
export const FingerprintIcon = (look: IconLook) => <Drawn of={Fingerprint} {...look} />
export const InfoIcon = (look: IconLook) => <Drawn of={Info} {...look} />
export const KeyIcon = (look: IconLook) => <Drawn of={KeyRound} {...look} />
export const LanguageIcon = (look: IconLook) => <Drawn of={Languages} {...look} />
export const LocateIcon = (look: IconLook) => <Drawn of={LocateFixed} {...look} />
export const MailIcon = (look: IconLook) => <Drawn of={Mail} {...look} />
export const MapPinIcon = (look: IconLook) => <Drawn of={MapPin} {...look} />
export const MoonIcon = (look: IconLook) => <Drawn of={Moon} {...look} />
export const SunIcon = (look: IconLook) => <Drawn of={Sun} {...look} />
export const TrashIcon = (look: IconLook) => <Drawn of={Trash2} {...look} />
export const UsersIcon = (look: IconLook) => <Drawn of={Users} {...look} />
