import type { ReactElement } from 'react'
import { Link } from 'wouter'
import { useCurrentScreen } from '#src/lib/current-screen.ts'
import { useText } from '#src/lib/i18n.ts'
import { linkTo } from '#src/lib/routes.ts'
import { buttonClass } from '#src/ui/button-class.ts'
import { Scene } from '#src/ui/scene/scene.tsx'
import styles from './not-built-page.module.css'

const SEED = 23

/** Honest about a screen that does not exist yet, with the two ways on that do. */
export function NotBuiltPage(): ReactElement {
  const text = useText()
  const screen = useCurrentScreen()?.replace(/Detail$/, '') ?? 'home'
  return (
    <div className={styles['page']}>
      <div className={styles['frame']}>
        <Scene palette="night" seed={SEED} />
      </div>
      <div className={styles['words']}>
        <p className={styles['state']}>{text('notBuilt.state')}</p>
        <h1 className={styles['title']}>{text(`notBuilt.name.${screen}`)}</h1>
        <p className={styles['hint']}>{text('notBuilt.hint')}</p>
        <div className={styles['actions']}>
          <Link href={linkTo('imageToVideo')} className={buttonClass('primary')}>
            {text('notBuilt.create')}
          </Link>
          <Link href={linkTo('home')} className={buttonClass('quiet')}>
            {text('notBuilt.home')}
          </Link>
        </div>
      </div>
    </div>
  )
}
