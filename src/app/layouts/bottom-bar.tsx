import type { ReactElement } from 'react'
import { Link } from 'wouter'
import { useCurrentScreen } from '#src/platform/screen-location.ts'
import { useText } from '#src/platform/i18n.ts'
import { linkTo } from '#src/platform/routes.ts'
import { ShellIcon } from '#src/design/shell-icon.tsx'
import styles from './bottom-bar.module.css'
import { BAR_ITEMS, currentMark } from './nav-items.ts'

/** The way around on a phone. */
export function BottomBar(): ReactElement {
  const text = useText()
  const screen = useCurrentScreen()
  return (
    <nav className={styles['bar']} aria-label={text('nav.phoneLabel')}>
      {BAR_ITEMS.map((item) => (
        <Link
          key={item.mark}
          href={linkTo(item.route)}
          className={styles['link']}
          data-mark={item.mark}
          aria-current={currentMark(item, screen)}
        >
          <span className={styles['icon']}>
            <ShellIcon name={item.icon} />
          </span>
          <span className={styles['name']}>{text(item.label)}</span>
        </Link>
      ))}
    </nav>
  )
}
