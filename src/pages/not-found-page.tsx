import type { ReactElement } from 'react'
import { Link } from 'wouter'
import { useComponentText } from '#src/lib/component-locale.ts'
import { linkTo } from '#src/lib/routes.ts'
import { buttonClass } from '#src/ui/button.tsx'
import styles from './not-found-page.module.css'

const STATUS_CODE = 404

export function NotFoundPage(): ReactElement {
  const { language, text } = useComponentText()
  return (
    <div className={styles['page']} lang={language}>
      <p className={styles['code']}>{STATUS_CODE}</p>
      <h1 className={styles['title']}>{text('error.notFound')}</h1>
      <p className={styles['hint']}>{text('error.notFoundHint')}</p>
      <Link href={linkTo('home')} className={buttonClass('primary')}>
        {text('error.backHome')}
      </Link>
    </div>
  )
}
