import styles from './chip.module.css'
import { type IconName, Icon } from './icon.tsx'

type ChipTone = 'plain' | 'accent' | 'bad'

interface ChipProps {
  readonly tone?: ChipTone
  readonly icon?: IconName
  readonly children: React.ReactNode
}

export function Chip({ tone = 'plain', icon, children }: ChipProps) {
  return (
    <span className={styles['chip']} data-tone={tone}>
      {icon !== undefined && <Icon name={icon} size="s" />}
      {children}
    </span>
  )
}
