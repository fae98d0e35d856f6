import type { ButtonHTMLAttributes, ReactElement } from 'react'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'
import styles from './icon-button.module.css'

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'> {
  readonly icon: IconName
  readonly label: string
}

export function IconButton({ icon, label, ...rest }: IconButtonProps): ReactElement {
  return (
    <button type="button" {...rest} className={styles['button']} aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  )
}
