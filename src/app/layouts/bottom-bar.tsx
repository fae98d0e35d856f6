import type { ReactElement } from 'react'
import { Link } from 'wouter'
import { useCurrentScreen } from '#src/lib/current-screen.ts'
import { useText } from '#src/lib/i18n.ts'
import { linkTo } from '#src/lib/routes.ts'
import { ShellIcon } from '#src/ui/shell-icon.tsx'
import styles from './bottom-bar.module.css'
import { BAR_ITEMS } from './nav-items.ts'
import { currentMark } from './nav-marks.ts'

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
