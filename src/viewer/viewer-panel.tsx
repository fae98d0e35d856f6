import { Link, linkTo } from '#src/routing/routes.ts'
import type { ViewerItem } from '#src/routing/viewer-adapter.ts'
import type { Creation } from '#shared/api/generation.ts'
import { can } from '#shared/browser/capabilities.ts'
import { useText, formatNumber } from '#src/i18n/i18n.ts'
import { Button } from '#src/design/button.tsx'
import { OfflineSwitch } from '#src/offline/offline-switch.tsx'
import { type IconName, Icon } from '#src/design/icon.tsx'
import { isFinished } from '#shared/domain/task.ts'
import { Spinner } from '#src/design/loading.tsx'
import { useSnapshot } from '#src/store/state.ts'
import { ownTemplates, toggleLiked } from '#src/gallery/own-templates.ts'
import styles from './viewer-panel.module.css'
import type { ViewerActions, ViewerAction } from './use-viewer-actions.ts'
import { itemFacts, itemKind, itemPrompt, itemTitle } from './item-texts.ts'
import { hasVideo, isDeletable } from './viewer-media.ts'

interface ViewerPanelProps {
  readonly item: ViewerItem
  readonly titleId: string
  readonly actions: ViewerActions
  readonly onKeys: () => void
}

export function ViewerPanel({ item, titleId, actions, onKeys }: ViewerPanelProps) {
  const text = useText()
  const prompt = itemPrompt(item)
  const tags = item.kind === 'media' ? [] : item.template.tags
  return (
    <div className={styles['panel']}>
      <header>
        <p className={styles['kind']}>{itemKind(item, text)}</p>
        <h2 id={titleId} className={styles['title']} dir="auto">
          {itemTitle(item, text)}
        </h2>
      </header>
      {item.kind === 'media' && <FailureNote creation={item.creation} />}
      <ViewerButtons item={item} actions={actions} />
      {item.kind === 'media' && <OfflineSwitch key={item.creation.id} creation={item.creation} />}
      {prompt !== '' && (
        <section className={styles['prompt']} aria-label={text('viewer.prompt')}>
          <p dir="auto">{prompt}</p>
          <Button variant="plain" icon="copy" onClick={() => actions.run('prompt')}>
            {text('viewer.copyPrompt')}
          </Button>
        </section>
      )}
      {tags.length > 0 && (
        <ul className={styles['tags']} aria-label={text('viewer.tags')}>
          {tags.map((tag) => (
            <li key={tag}>
              <Link
                className={styles['tag']}
                href={`${linkTo(item.kind === 'effect' ? 'effects' : 'explore')}?${new URLSearchParams({ tag }).toString()}`}
              >
                {tag}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <dl className={styles['facts']}>
        {itemFacts(item, text).map(({ name, value }) => (
          <div key={name} className={styles['fact']}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles['foot']}>
        <Button variant="plain" onClick={onKeys}>
          {text('viewer.keys')}
        </Button>
      </div>
    </div>
  )
}

/** Why a video failed, or that it was cancelled, and how many points were returned. */
function FailureNote({ creation }: { readonly creation: Creation }) {
  const text = useText()
  const { status, errorMsg, pointsReturned } = creation
  if (status !== 'FAILED' && status !== 'CANCELLED') return null
  return (
    <div className={styles['failure']}>
      <p className={styles['failureTitle']}>{text(status === 'FAILED' ? 'tasks.failed' : 'viewer.cancelled')}</p>
      {status === 'FAILED' && <p>{errorMsg ?? text('tasks.failedUnknown')}</p>}
      {pointsReturned > 0 && <p>{text('tasks.returned', { points: formatNumber(pointsReturned) })}</p>}
    </div>
  )
}

interface ViewerButtonsProps {
  readonly item: ViewerItem
  readonly actions: ViewerActions
}

/** The buttons of an item: first those that make a new video, then those that act on this one. */
function ViewerButtons({ item, actions: { run, busy } }: ViewerButtonsProps) {
  const text = useText()
  const wideButton = (action: ViewerAction, variant: 'primary' | 'quiet', textKey: string = action) => (
    <Button variant={variant} isWide isBusy={busy === action} onClick={() => run(action)}>
      {text(`viewer.${textKey}`)}
    </Button>
  )
  const smallButton = (action: ViewerAction, icon: IconName, isPressed?: boolean) => (
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
      {item.kind !== 'media' && wideButton('use', 'primary', item.kind === 'explore' ? 'useRecipe' : 'use')}
      {creation !== null && wideButton('same', 'primary')}
      {creation !== null && hasVideo(item) && wideButton('continue', 'quiet')}
      {creation !== null && creation.templateId !== null && wideButton('use', 'quiet')}
      <div className={styles['row']}>
        {creation !== null && isFinished(creation.status) && smallButton('collect', 'heart', creation.isCollect)}
        {item.kind !== 'media' && <LikeButton templateId={item.template.id} />}
        {creation !== null && hasVideo(item) && can('decodeVideo') && smallButton('edit', 'edit')}
        {hasVideo(item) && smallButton('download', 'download')}
        {smallButton('share', 'share')}
        {smallButton('link', 'link')}
        {isDeletable(item) && smallButton('delete', 'trash')}
      </div>
    </div>
  )
}

/** A button that adds a gallery item to the favourites in this browser. It needs no login. */
function LikeButton({ templateId }: { readonly templateId: string }) {
  const text = useText()
  const isLiked = useSnapshot(ownTemplates).liked.includes(templateId)
  return (
    <button type="button" className={styles['small']} aria-pressed={isLiked} onClick={() => toggleLiked(templateId)}>
      <Icon name="heart" />
      {text('viewer.like')}
    </button>
  )
}
