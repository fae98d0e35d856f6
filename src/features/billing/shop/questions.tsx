import type { ReactElement } from 'react'
import { useText } from '#src/lib/i18n.ts'
import { QuestionList } from '#src/ui/question-list.tsx'
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
      <QuestionList entries={questions} />
    </section>
  )
}
