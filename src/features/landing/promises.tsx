import type { ReactElement } from 'react'
import { useText } from '#src/lib/i18n.ts'
import styles from './promises.module.css'

const PROMISES = ['credits', 'work', 'waiting'] as const

/** What nobody who makes a video here has to fear. */
export function Promises(): ReactElement {
  const text = useText()
  return (
    <section className={styles['promises']} aria-labelledby="promises-title">
      <h2 id="promises-title" className={styles['title']}>
        {text('landing.promises')}
      </h2>
      <ul>
        {PROMISES.map((promise) => (
          <li key={promise} className={styles['promise']}>
            <h3 className={styles['name']}>{text(`landing.promise.${promise}`)}</h3>
            <p className={styles['text']}>{text(`landing.promise.${promise}Text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
