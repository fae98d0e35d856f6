import type { ReactElement } from 'react'
import type { UserInfo } from '#shared/api/user.ts'
import { dateAndTime } from '#shared/domain/relative-time.ts'
import { formatNumber } from '#src/platform/format-number.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { useText } from '#src/platform/i18n.ts'
import { initials, personName } from './person-name.ts'
import { useSnapshot } from '#src/platform/state.ts'
import styles from './profile-card.module.css'

export function ProfileCard({ account }: { readonly account: UserInfo }): ReactElement {
  const text = useText()
  const { credits } = useSnapshot(hubState)
  const held = credits?.held ?? 0
  return (
    <section className={styles['card']}>
      <div className={styles['who']}>
        <span className={styles['initials']} aria-hidden="true">
          {initials(account)}
        </span>
        <h2 className={styles['name']}>{personName(account)}</h2>
      </div>
      <dl className={styles['facts']}>
        <div>
          <dt>{text('account.personal.email')}</dt>
          <dd>{account.email}</dd>
        </div>
        <div>
          <dt>{text('account.personal.since')}</dt>
          <dd>{dateAndTime(account.createdAt)}</dd>
        </div>
        <div>
          <dt>{text('account.personal.points')}</dt>
          <dd>
            {formatNumber(credits?.points ?? account.points)}
            {held > 0 && <span className={styles['held']}>{text('account.personal.held', { points: formatNumber(held) })}</span>}
          </dd>
        </div>
      </dl>
    </section>
  )
}
