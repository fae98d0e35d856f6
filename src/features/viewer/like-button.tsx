import type { ReactElement } from 'react'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { ownTemplates, turnLiked } from '#src/lib/templates/own-templates.ts'
import { Icon } from '#src/ui/icon.tsx'
import styles from './viewer-buttons.module.css'

/** An item of the galleries among the favourites of this browser; it needs no login. */
export function LikeButton({ templateId }: { readonly templateId: string }): ReactElement {
  const text = useText()
  const isLiked = useSnapshot(ownTemplates).liked.includes(templateId)
  return (
    <button type="button" className={styles['small']} aria-pressed={isLiked} onClick={() => turnLiked(templateId)}>
      <Icon name="heart" />
      {text('viewer.like')}
    </button>
  )
}
