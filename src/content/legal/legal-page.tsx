import { useEffect, useState } from 'react'
import type { LegalBlock as Block, LegalDocument, Operator } from '#shared/legal/legal-document.ts'
import { useText } from '#src/i18n/i18n.ts'
import { formatDate } from '#src/i18n/format-date.ts'
import { showLinked } from '#src/browser/show-linked.ts'
import { Prose } from '#src/design/prose.tsx'
import { LinkedText } from '#src/routing/linked-text.tsx'
import { requestAppInfo } from '#src/hub-client/app-info.ts'
import styles from './legal-page.module.css'

const showSection = (heading: HTMLHeadingElement | null) => void (heading !== null && showLinked(heading))

/** A legal text: first its summary, then the full text with a table of contents. */
export function LegalPage({ document: { title, changedOn, short, sections } }: { readonly document: LegalDocument }) {
  const text = useText()
  return (
    <article className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{title}</h1>
        <p className={styles['date']}>
          {text('legal.changedOn')} <time dateTime={changedOn}>{formatDate(Date.parse(`${changedOn}T12:00`))}</time>
        </p>
        <section aria-label={text('legal.short')}>
          <ul className={styles['short']}>
            {short.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      </header>
      <nav className={styles['contents']} aria-label={text('legal.contents')}>
        <ul>
          {sections.map(({ id, title: name }) => (
            <li key={id}>
              <a href={`#${id}`}>{name}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles['body']}>
        <Prose>
          {sections.flatMap(({ id, title: name, blocks }) => [
            <h2 key={id} id={id} ref={showSection} tabIndex={-1}>
              {name}
            </h2>,
            ...blocks.map((block) => <LegalBlock key={JSON.stringify(block)} block={block} />),
          ])}
        </Prose>
      </div>
    </article>
  )
}

/** A block of a legal text: a paragraph, a list, or facts with their names. */
function LegalBlock({ block }: { readonly block: Block }) {
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

const UNKNOWN_OPERATOR: Operator = { name: null, email: null, address: null }

/** The operator of this site, as the server names it; empty until the server has answered. */
export function useOperator(): Operator {
  const [operator, setOperator] = useState(UNKNOWN_OPERATOR)
  useEffect(() => {
    void requestAppInfo().then((info) => info !== undefined && setOperator(info.operator))
  }, [])
  return operator
}
