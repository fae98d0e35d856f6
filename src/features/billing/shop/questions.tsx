import type { ReactElement } from 'react'
import { useText } from '#src/lib/i18n.ts'
import { Icon } from '#src/ui/icon.tsx'
import styles from './questions.module.css'
import { useShelves } from './use-shelves.ts'

export function Questions(): ReactElement | null {
  const text = useText()
  const { questions } = useShelves().shelves
  if (questions.length === 0) return null
  return (
    <section className={styles['section']} aria-labelledby="questions-title">
      <h2 id="questions-title" className={styles['title']}>
        {text('pricing.questions')}
      </h2>
      <div>
        {questions.map(({ question, answer }) => (
          <details key={question} className={styles['entry']}>
            <summary className={styles['question']}>
              {question}
              <Icon name="plus" />
            </summary>
            <p className={styles['answer']}>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
