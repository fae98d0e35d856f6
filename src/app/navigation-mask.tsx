import type { ReactElement } from 'react'
import { useEffect } from 'react'
import { useText } from '#src/lib/i18n.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import styles from './navigation-mask.module.css'

/** Covers the page while a screen loads; its place keeps the page from jumping. It fades out after the screen is there. */
export function NavigationMask(): ReactElement {
  const text = useText()
  useEffect(() => {
    document.documentElement.setAttribute('data-navigating', '')
    return () => document.documentElement.removeAttribute('data-navigating')
  }, [])
  return (
    <div className={styles['mask']} aria-live="polite">
      <div className={styles['words']}>
        <Spinner />
        {text('app.loading')}
      </div>
    </div>
  )
}
