import { RowBoundary } from '#src/design/row-boundary.tsx'
import { Link } from '#src/routing/routes.ts'
import { type RecordedAct, getActs } from '#shared/api/operator.ts'
import { StateNote } from '#src/design/state-note.tsx'
import { type Text, useText } from '#src/i18n/i18n.ts'
import { Moment, consolePath } from './console-parts.tsx'
import { AnswerContainer, MoreButton, usePages } from './console-answers.tsx'
import styles from './console.module.css'

/** What operators have done and viewed, newest first. */
export function RecordScreen() {
  const text = useText()
  const pages = usePages(getActs, {}, (rows) => ({ start: rows.at(-1)?.id }))
  return (
    <div className={styles['screen']}>
      <h2 className={styles['subtitle']}>{text('operator.record')}</h2>
      <p className={styles['hint']}>{text('operator.record.hint')}</p>
      <AnswerContainer answer={pages}>
        {(acts) =>
          acts.length === 0 ? (
            <StateNote icon="book" title={text('operator.record.none')} />
          ) : (
            <ol className={styles['rows']}>
              {acts.map((act) => (
                <RowBoundary key={act.id} row={act}>
                  <ActRow act={act} />
                </RowBoundary>
              ))}
            </ol>
          )
        }
      </AnswerContainer>
      <MoreButton pages={pages} />
    </div>
  )
}

function ActRow({ act: { id, at, operator, act, subject, subjectId, detail, hash } }: { readonly act: RecordedAct }) {
  const text = useText()
  return (
    <li className={styles['row']} id={`act-${id}`}>
      <div>
        <p className={styles['rowTitle']}>
          {id}. {text(`operator.act.${act}`)}
        </p>
        <p className={styles['hint']}>
          <Moment atMs={at} /> · {operator}
        </p>
        {detail !== '{}' && <p className={styles['hint']}>{detailText(text, detail)}</p>}
      </div>
      <div className={styles['rowEnd']}>
        {subjectId !== '' && (
          <p>
            {text(`operator.subject.${subject}`)}{' '}
            {subject === 'account' ? (
              <Link href={consolePath('person', subjectId)} className={styles['link']}>
                {subjectId}
              </Link>
            ) : (
              <span>{subjectId}</span>
            )}
          </p>
        )}
        <p className={styles['hint']}>{text('operator.record.hash', { hash: hash.slice(0, SHOWN_HASH_LENGTH) })}</p>
      </div>
    </li>
  )
}

/** The number of characters that are shown of a hash. They suffice to distinguish hashes. */
const SHOWN_HASH_LENGTH = 12

function readDetail(detail: string): readonly (readonly [name: string, value: unknown])[] {
  try {
    return Object.entries(Object(JSON.parse(detail)))
  } catch {
    return [['text', detail]]
  }
}

function detailText(text: Text, detail: string): string {
  const facts = readDetail(detail)
  return facts.map(([name, value]) => `${text(`operator.detail.${name}`)}: ${String(value)}`).join(' · ')
}
