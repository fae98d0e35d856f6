import { useState } from 'react'
import type { ConsoleFactor } from '#shared/api/second-factor.ts'
import { useText } from '#src/i18n/i18n.ts'
import styles from '../security.module.css'

const HOUR_MS = 60 * 60 * 1000

interface ConsoleFactorsProps {
  readonly email: string
  readonly factors: readonly ConsoleFactor[]
}

/** The new second factors of an operator: when each one can open the console, and the command that allows it at once. */
export function ConsoleFactors({ email, factors }: ConsoleFactorsProps) {
  const text = useText()
  const [nowMs] = useState(Date.now)
  return factors.map(({ name, code, opensAt }) => {
    const hours = Math.max(1, Math.ceil((opensAt - nowMs) / HOUR_MS))
    return (
      <div key={code} className={styles['block']}>
        <h4 className={styles['title']}>{text('security.console.title')}</h4>
        <p>{name === '' ? text('security.console.app', { count: hours }) : text('security.console.passkey', { count: hours, name })}</p>
        <p>{text('security.console.confirm')}</p>
        <p className={styles['code']} dir="ltr" translate="no">{`npm run operator:confirm -- ${email} ${code}`}</p>
      </div>
    )
  })
}
