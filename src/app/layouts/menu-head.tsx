import type { ReactElement } from 'react'
import { formatNumber } from '#src/lib/format-number.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useText } from '#src/lib/i18n.ts'
import { personName } from '#src/lib/person-name.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { useHasAccount } from '#src/lib/use-has-account.ts'
import { Icon } from '#src/ui/icon.tsx'
import styles from './user-menu-panel.module.css'

/** Who is here, and how many points there are. */
export function MenuHead(): ReactElement {
  const text = useText()
  const hasAccount = useHasAccount()
  const { account, credits } = useSnapshot(hubState)
  const points = credits?.points ?? account?.points
  return (
    <div className={styles['head']}>
      {!hasAccount && (
        <>
          <p className={styles['name']}>{text('shell.visitor')}</p>
          <p className={styles['soft']}>{text('shell.visitorHint')}</p>
        </>
      )}
      {hasAccount && account?.isLoggedIn === true && (
        <>
          <p className={styles['name']}>{personName(account)}</p>
          <p className={styles['soft']}>{account.email}</p>
        </>
      )}
      {points !== undefined && (
        <p className={styles['points']}>
          <Icon name="gem" size="s" />
          {text('shell.points', { points: formatNumber(points) })}
        </p>
      )}
    </div>
  )
}
