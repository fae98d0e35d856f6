import type { ReactElement } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { usePerson } from '#src/app/use-person.ts'
import { leaveAccount } from '#src/features/account/session/leave-account.ts'
import { openCredits } from '#src/lib/billing-dialogs.ts'
import { formatNumber } from '#src/lib/format.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useText } from '#src/lib/i18n.ts'
import { personName } from '#src/lib/person-name.ts'
import { linkTo } from '#src/lib/routes.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { track } from '#src/lib/track.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import styles from './user-menu-panel.module.css'

interface UserMenuPanelProps {
  readonly id: string
  readonly onOpen: (isOpen: boolean) => void
}

const LINKS = [
  { route: 'personal', icon: 'user', label: 'account.menu.personal' },
  { route: 'settings', icon: 'gear', label: 'account.menu.settings' },
] as const

/** A native popover: the browser closes it on Escape, on a press beside it, and when another one opens. */
export function UserMenuPanel({ id, onOpen }: UserMenuPanelProps): ReactElement {
  const text = useText()
  const ref = useRef<HTMLElement>(null)
  const { account, credits } = useSnapshot(hubState)
  const { isMember } = usePerson()
  const [isLeaving, setLeaving] = useState(false)
  useLayoutEffect(() => {
    if (ref.current?.matches(':popover-open') === false) ref.current.showPopover()
  }, [])
  const noteToggle = (isOpen: boolean) => {
    onOpen(isOpen)
    if (isOpen) track('profile_popup_open', {})
  }
  const close = () => ref.current?.hidePopover()
  const buyPoints = () => {
    close()
    openCredits()
  }
  const leave = async () => {
    setLeaving(true)
    await leaveAccount()
    setLeaving(false)
  }
  const points = credits?.points ?? account?.points
  return (
    <nav
      ref={ref}
      id={id}
      popover="auto"
      className={styles['panel']}
      aria-label={text('account.menu.label')}
      onToggle={(event) => noteToggle(event.newState === 'open')}
    >
      <div className={styles['head']}>
        {account?.isLoggedIn === true && (
          <>
            <p className={styles['name']}>{personName(account)}</p>
            <p className={styles['email']}>{account.email}</p>
          </>
        )}
        {points !== undefined && (
          <p className={styles['points']}>
            <Icon name="gem" size="s" />
            {text('account.menu.points', { points: formatNumber(points) })}
          </p>
        )}
      </div>
      <button type="button" className={styles['item']} aria-haspopup="dialog" onClick={buyPoints}>
        <Icon name="plus" />
        {text('account.menu.buyPoints')}
      </button>
      {!isMember && (
        <Link href={linkTo('pricing')} className={styles['item']} onClick={close}>
          <Icon name="gem" />
          {text('account.menu.plans')}
        </Link>
      )}
      {LINKS.map(({ route, icon, label }) => (
        <Link key={route} href={linkTo(route)} className={styles['item']} onClick={close}>
          <Icon name={icon} />
          {text(label)}
        </Link>
      ))}
      <button type="button" className={styles['item']} aria-busy={isLeaving || undefined} onClick={() => isLeaving || void leave()}>
        {isLeaving ? <Spinner /> : <Icon name="leave" />}
        {text('account.menu.logOut')}
      </button>
    </nav>
  )
}
