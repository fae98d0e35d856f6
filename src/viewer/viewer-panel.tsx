import type { ReactElement } from 'react'
import type { ViewerItem } from '#src/platform/viewer-item.ts'
import type { Creation } from '#shared/api/generation.ts'
import type { ViewerActions } from './use-viewer-actions.ts'
import { Link } from 'wouter'
import { useText } from '#src/platform/i18n.ts'
import { linkTo } from '#src/platform/routes.ts'
import { Button } from '#src/design/button.tsx'
import { formatNumber } from '#src/platform/format-number.ts'
import { KeepSwitch } from '#src/offline/keep-switch.tsx'
import { itemFacts, itemKind, itemPrompt, itemTitle } from './item-words.ts'
import { ViewerButtons } from './viewer-buttons.tsx'
import styles from './viewer-panel.module.css'

interface ViewerPanelProps {
  readonly item: ViewerItem
  readonly titleId: string
  readonly actions: ViewerActions
  readonly onKeys: () => void
}

/** Everything there is to know about an item, and to do with it. */
export function ViewerPanel({ item, titleId, actions, onKeys }: ViewerPanelProps): ReactElement {
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
      {item.kind === 'media' && <KeepSwitch key={item.creation.id} creation={item.creation} />}
      {prompt !== '' && (
        <section className={styles['prompt']} aria-label={text('viewer.prompt')}>
          <p dir="auto">{prompt}</p>
          <Button look="plain" icon="copy" onClick={() => actions.run('prompt')}>
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
        <Button look="plain" onClick={onKeys}>
          {text('viewer.keys')}
        </Button>
      </div>
    </div>
  )
}

/** Why a video could not be made, and where its points are. */
function FailureNote({ creation }: { readonly creation: Creation }): ReactElement | null {
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
