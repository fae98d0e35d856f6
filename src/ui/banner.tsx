import type { ReactElement } from 'react'
import type { IconName } from './icon.tsx'
import styles from './banner.module.css'
import { Icon } from './icon.tsx'

interface BannerProps {
  readonly icon: IconName
  readonly text: string
  readonly isProblem?: boolean
}

/** A calm line across the page about the state of things. */
export function Banner({ icon, text, isProblem = false }: BannerProps): ReactElement {
  return (
    <p className={styles['banner']} role={isProblem ? 'alert' : 'status'} data-problem={isProblem || undefined}>
      <Icon name={icon} size="s" />
      {text}
    </p>
  )
}
