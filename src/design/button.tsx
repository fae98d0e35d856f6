import type { ButtonHTMLAttributes, ReactElement } from 'react'
import { type ButtonVariant, buttonClass } from './button-class.ts'
import { type IconName, Icon } from './icon.tsx'
import { Spinner } from './loading.tsx'

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly look?: ButtonVariant
  readonly size?: 'm' | 'l'
  readonly icon?: IconName
  readonly isWide?: boolean
  readonly isBusy?: boolean
}

/** A busy button keeps its size and focus, and ignores presses. */
export function Button({
  look = 'quiet',
  size = 'm',
  icon,
  isWide = false,
  isBusy = false,
  children,
  onClick,
  ...rest
}: ButtonProps): ReactElement {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(look, size, isWide)}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? undefined : onClick}
    >
      {isBusy ? <Spinner /> : icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  )
}
