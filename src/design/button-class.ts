import styles from './button.module.css'
import iconButtonStyles from './icon-button.module.css'
import { classNames } from './class-names.ts'

export type ButtonVariant = 'primary' | 'quiet' | 'plain' | 'danger'

/** The classes of a button, also for links and for buttons of the first load. */
export function buttonClass(variant: ButtonVariant = 'quiet', size: 'm' | 'l' = 'm', isWide = false): string {
  return classNames(styles['button'], styles[variant], styles[size], isWide && styles['wide'])
}

/** Also for buttons of the first load. */
export const iconButtonClass = iconButtonStyles['button']
