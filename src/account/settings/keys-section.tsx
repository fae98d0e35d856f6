import { Fragment } from 'react'
import { useText } from '#src/i18n/i18n.ts'
import styles from './keys-section.module.css'
import { SettingsSection } from './settings-section.tsx'

export function KeysSection({ viewer }: { readonly viewer: KeyGroup }) {
  const text = useText()
  const [formGroup, ...otherGroups] = KEY_GROUPS
  const groups = formGroup === undefined ? [viewer] : [formGroup, viewer, ...otherGroups]
  return (
    <SettingsSection id="keys" title={text('account.keys.title')} hint={text('account.keys.hint')}>
      <div className={styles['groups']}>
        {groups.map(({ id, rows }) => (
          <details key={id} className={styles['group']}>
            <summary className={styles['name']}>{text(`account.keys.${id}`)}</summary>
            <dl>
              {rows.map(({ does, keys }) => (
                <div key={does} className={styles['row']}>
                  <dt>{text(does)}</dt>
                  <dd className={styles['keys']}>
                    {keys.map((combination) => (
                      <Keys key={combination} combination={combination} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        ))}
      </div>
    </SettingsSection>
  )
}

function Keys({ combination }: { readonly combination: string }) {
  const text = useText()
  const keyName = (key: string) => (key.length === 1 && key !== ' ' ? key.toUpperCase() : text(`account.key.${key.trim() || 'Space'}`))
  return (
    <span className={styles['combination']}>
      {combination.split(' + ').map((key, index) => (
        <Fragment key={key}>
          {index > 0 && ' + '}
          <kbd className={styles['key']}>{keyName(key)}</kbd>
        </Fragment>
      ))}
    </span>
  )
}

/**
 * A shortcut. Its keys are pressed one after the other or, with a plus, together. A key that has a name shows the text
 * `account.key.*`.
 */
interface KeyRow {
  readonly does: string
  readonly keys: readonly string[]
}

interface KeyGroup {
  readonly id: string
  readonly rows: readonly KeyRow[]
}

const makeRow = (does: string, ...keys: readonly string[]): KeyRow => ({ does: `account.does.${does}`, keys })

/** The shortcuts of all areas except the viewer, which defines its own. */
export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    id: 'form',
    rows: [
      makeRow('generate', 'Mod + Enter'),
      makeRow('olderPrompt', 'Alt + ArrowUp'),
      makeRow('newerPrompt', 'Alt + ArrowDown'),
      makeRow('undoPrompt', 'Mod + Z'),
    ],
  },
  {
    id: 'gallery',
    rows: [
      makeRow('walk', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'),
      makeRow('ends', 'Home', 'End'),
      makeRow('search', '/'),
      makeRow('clearSearch', 'Escape'),
    ],
  },
  { id: 'creations', rows: [makeRow('range', 'Shift + Press'), makeRow('all', 'Mod + A'), makeRow('endSelection', 'Escape')] },
  {
    id: 'crop',
    rows: [
      makeRow('moveBox', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'),
      makeRow('sizeBox', 'Shift + ArrowUp', 'Shift + ArrowDown'),
      makeRow('zoom', '+', '-'),
      makeRow('reset', '0'),
      makeRow('confirm', 'Enter'),
      makeRow('cancel', 'Escape'),
    ],
  },
  {
    id: 'preview',
    rows: [
      makeRow('pan', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'),
      makeRow('zoom', '+', '-'),
      makeRow('reset', '0'),
      makeRow('close', 'Escape'),
    ],
  },
]
