import type { ReactElement } from 'react'
import type { ViewerItem } from '#src/platform/viewer-item.ts'
import type { IconName } from '#src/design/icon.tsx'
import type { ViewerAction, ViewerActions } from './use-viewer-actions.ts'
import { isFinished } from '#shared/domain/task.ts'
import { useText } from '#src/platform/i18n.ts'
import { Button } from '#src/design/button.tsx'
import { Icon } from '#src/design/icon.tsx'
import { Spinner } from '#src/design/spinner.tsx'
import { useSnapshot } from '#src/platform/state.ts'
import { ownTemplates, turnLiked } from '#src/gallery/own-templates.ts'
import { hasVideo, isDeletable } from './viewer-media.ts'
import styles from './viewer-buttons.module.css'

interface ViewerButtonsProps {
  readonly item: ViewerItem
  readonly actions: ViewerActions
}

/** First what leads to a video of one's own, then what is done with this one. */
export function ViewerButtons({ item, actions: { run, busy } }: ViewerButtonsProps): ReactElement {
  const text = useText()
  const wide = (action: ViewerAction, look: 'primary' | 'quiet', words: string = action) => (
    <Button look={look} isWide isBusy={busy === action} onClick={() => run(action)}>
      {text(`viewer.${words}`)}
    </Button>
  )
  const small = (action: ViewerAction, icon: IconName, isPressed?: boolean) => (
    <button
      type="button"
      className={styles['small']}
      aria-pressed={isPressed}
      aria-busy={busy === action || undefined}
      onClick={() => run(action)}
    >
      {busy === action ? <Spinner /> : <Icon name={icon} />}
      {text(`viewer.${action}`)}
    </button>
  )
  const creation = item.kind === 'media' ? item.creation : null
  return (
    <div className={styles['buttons']}>
      {item.kind !== 'media' && wide('use', 'primary', item.kind === 'explore' ? 'useRecipe' : 'use')}
      {creation !== null && wide('same', 'primary')}
      {creation !== null && hasVideo(item) && wide('continue', 'quiet')}
      {creation !== null && creation.templateId !== null && wide('use', 'quiet')}
      <div className={styles['row']}>
        {creation !== null && isFinished(creation.status) && small('collect', 'heart', creation.isCollect)}
        {item.kind !== 'media' && <LikeButton templateId={item.template.id} />}
        {hasVideo(item) && small('download', 'download')}
        {small('share', 'share')}
        {small('link', 'link')}
        {isDeletable(item) && small('delete', 'trash')}
      </div>
    </div>
  )
}

/** An item of the galleries among the favourites of this browser; it needs no login. */
function LikeButton({ templateId }: { readonly templateId: string }): ReactElement {
  const text = useText()
  const isLiked = useSnapshot(ownTemplates).liked.includes(templateId)
  return (
    <button type="button" className={styles['small']} aria-pressed={isLiked} onClick={() => turnLiked(templateId)}>
      <Icon name="heart" />
      {text('viewer.like')}
    </button>
  )
}
