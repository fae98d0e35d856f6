import { Icon } from './icon.tsx'
import styles from './question-list.module.css'

interface QuestionListProps {
  readonly entries: readonly { readonly question: string; readonly answer: React.ReactNode }[]
}

export function QuestionList({ entries }: QuestionListProps) {
  return (
    <div>
      {entries.map(({ question, answer }) => (
        <details key={question} className={styles['entry']}>
          <summary className={styles['question']}>
            {question}
            <Icon name="plus" />
          </summary>
          <p className={styles['answer']}>{answer}</p>
        </details>
      ))}
    </div>
  )
}
