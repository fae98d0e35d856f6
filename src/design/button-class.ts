import styles from './button.module.css'
import iconButtonStyles from './icon-button.module.css'
import { classNames } from './class-names.ts'

export type ButtonVariant = 'primary' | 'quiet' | 'plain' | 'danger'

/**
 * The CSS classes of a button, for links and for code of the first load. The component `Button` itself is not part of the first
 * load.
 */
export function buttonClass(variant: ButtonVariant = 'quiet', size: 'm' | 'l' = 'm', isWide = false): string {
  return classNames(styles['button'], styles[variant], styles[size], isWide && styles['wide'])
}

/**
 * The CSS class of an icon button, for code of the first load, such as the header. The component `IconButton` is not part of the
 * first load.
 */
export const iconButtonClass = iconButtonStyles['button']
