import type { ButtonHTMLAttributes, ReactElement } from 'react'
import { type IconName, Icon } from './icon.tsx'
import { iconButtonClass } from './icon-button-class.ts'

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'> {
  readonly icon: IconName
  readonly label: string
}

export function IconButton({ icon, label, ...rest }: IconButtonProps): ReactElement {
  return (
    <button type="button" {...rest} className={iconButtonClass} aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  )
}
