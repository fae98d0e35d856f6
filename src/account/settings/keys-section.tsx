import { Fragment } from 'react'
import { useText } from '#src/i18n/i18n.ts'
import styles from './keys-section.module.css'
import { SettingsSection } from './settings-section.tsx'

export function KeysSection({ viewer }: { readonly viewer: KeyGroup }) {
  const text = useText()
  const [form, ...others] = KEY_GROUPS
  const groups = form === undefined ? [viewer] : [form, viewer, ...others]
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
  const nameOf = (key: string) => (key.length === 1 && key !== ' ' ? key.toUpperCase() : text(`account.key.${key.trim() || 'Space'}`))
  return (
    <span className={styles['combination']}>
      {combination.split(' + ').map((key, index) => (
        <Fragment key={key}>
          {index > 0 && ' + '}
          <kbd className={styles['key']}>{nameOf(key)}</kbd>
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

const row = (does: string, ...keys: readonly string[]): KeyRow => ({ does: `account.does.${does}`, keys })

/** The shortcuts of all areas but the viewer, which has its own table. */
export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    id: 'form',
    rows: [
      row('generate', 'Mod + Enter'),
      row('olderPrompt', 'Alt + ArrowUp'),
      row('newerPrompt', 'Alt + ArrowDown'),
      row('undoPrompt', 'Mod + Z'),
    ],
  },
  {
    id: 'gallery',
    rows: [
      row('walk', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'),
      row('ends', 'Home', 'End'),
      row('search', '/'),
      row('clearSearch', 'Escape'),
    ],
  },
  { id: 'creations', rows: [row('range', 'Shift + Press'), row('all', 'Mod + A'), row('endSelection', 'Escape')] },
  {
    id: 'crop',
    rows: [
      row('moveBox', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'),
      row('sizeBox', 'Shift + ArrowUp', 'Shift + ArrowDown'),
      row('zoom', '+', '-'),
      row('reset', '0'),
      row('confirm', 'Enter'),
      row('cancel', 'Escape'),
    ],
  },
  {
    id: 'preview',
    rows: [row('pan', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'), row('zoom', '+', '-'), row('reset', '0'), row('close', 'Escape')],
  },
]
