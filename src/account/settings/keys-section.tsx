import { type ReactElement, Fragment } from 'react'
import { useText } from '#src/platform/i18n.ts'
import { type KeyGroup, KEY_GROUPS } from './key-groups.ts'
import styles from './keys-section.module.css'
import { SettingsSection } from './settings-section.tsx'

/** All keyboard shortcuts, by area. */
export function KeysSection({ viewer }: { readonly viewer: KeyGroup }): ReactElement {
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

function Keys({ combination }: { readonly combination: string }): ReactElement {
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
