import { type ButtonVariant, buttonClass, iconButtonClass } from './button-class.ts'
import { type IconName, Icon } from './icon.tsx'
import { Spinner } from './loading.tsx'

export interface ButtonProps extends Omit<React.ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly variant?: ButtonVariant
  readonly size?: 'm' | 'l'
  readonly icon?: IconName
  readonly isWide?: boolean
  readonly isBusy?: boolean
}

/** A button. While busy, it retains its size and focus, and ignores presses. */
export function Button({ variant = 'quiet', size = 'm', icon, isWide = false, isBusy = false, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(variant, size, isWide)}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? undefined : onClick}
    >
      {isBusy ? <Spinner /> : icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<React.ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'> {
  readonly icon: IconName
  readonly label: string
}

export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={iconButtonClass} aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  )
}
