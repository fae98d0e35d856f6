import type { ReactElement } from 'react'
import { Icon } from '#src/design/icon.tsx'
import { IconButton } from '#src/design/icon-button.tsx'
import { useText } from '#src/platform/i18n.ts'
import { useSnapshot } from '#src/platform/state.ts'
import styles from './extends-note.module.css'
import { changeSettings } from './form-actions.ts'
import { useComposer } from './use-composer.ts'

/** The video that the form goes on from; both are joined when it is done. */
export function ExtendsNote(): ReactElement | null {
  const text = useText()
  const composer = useComposer()
  const extended = useSnapshot(composer.state).settings.extends
  if (extended === undefined) return null
  const { title } = extended
  return (
    <div className={styles['note']} role="note">
      <Icon name="reel" size="s" />
      <div className={styles['words']}>
        <p className={styles['title']} dir="auto">
          {title === '' ? text('compose.extendsUntitled') : text('compose.extends', { title })}
        </p>
        <p className={styles['hint']}>{text('compose.extendsHint')}</p>
      </div>
      <IconButton icon="close" label={text('compose.extendsStop')} onClick={() => changeSettings(composer, { extends: undefined })} />
    </div>
  )
}
