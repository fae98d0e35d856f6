import type { ReactElement } from 'react'
import { useEffect, useState } from 'react'
import { readAppInfo } from '#src/lib/app-info.ts'
import { useText } from '#src/lib/i18n.ts'
import styles from './mail-hint.module.css'

/** Where the mail is, on a server that serves nobody but this computer and sends none. */
export function MailHint(): ReactElement | null {
  const text = useText()
  const [mailPage, setMailPage] = useState<string | null>(null)
  useEffect(() => void readAppInfo().then((info) => setMailPage(info?.mailPage ?? null)), [])
  if (mailPage === null) return null
  return (
    <p className={styles['hint']}>
      {text('account.mail.none')}{' '}
      <a href={mailPage} target="_blank" rel="noreferrer">
        {text('account.mail.open')}
      </a>
    </p>
  )
}
