import type { ReactElement } from 'react'
import type { LegalBlock as Block } from '#shared/legal/legal-document.ts'
import styles from './legal-page.module.css'
import { LinkedText } from '#src/lib/linked-text.tsx'

/** A paragraph, a list, or facts by their names. */
export function LegalBlock({ block }: { readonly block: Block }): ReactElement {
  if (typeof block === 'string')
    return (
      <p>
        <LinkedText text={block} />
      </p>
    )
  if ('points' in block)
    return (
      <ul>
        {block.points.map((point) => (
          <li key={point}>
            <LinkedText text={point} />
          </li>
        ))}
      </ul>
    )
  return (
    <dl className={styles['facts']}>
      {block.rows.map(([name, fact]) => (
        <div key={name} className={styles['fact']}>
          <dt>{name}</dt>
          <dd>
            <LinkedText text={fact} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
