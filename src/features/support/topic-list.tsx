import type { ReactElement } from 'react'
import type { Topic } from '#shared/domain/support-topics.ts'
import { ANSWER_FACTS, TOPIC_NAMES, TOPICS } from '#shared/domain/support-topics.ts'
import { useText } from '#src/lib/i18n.ts'
import { LinkedText } from '#src/lib/linked-text.tsx'
import { QuestionList } from '#src/ui/question-list.tsx'
import styles from './topic-list.module.css'

/** What people need first, by topic, each with a short answer. */
export function TopicList(): ReactElement {
  const text = useText()
  const entriesOf = (topic: Topic) =>
    TOPICS[topic].map((question) => ({
      question: text(`support.${topic}.${question}`),
      answer: <LinkedText text={text(`support.${topic}.${question}.answer`, ANSWER_FACTS)} />,
    }))
  return (
    <div className={styles['topics']}>
      {TOPIC_NAMES.map((topic) => (
        <section key={topic} aria-labelledby={`topic-${topic}`}>
          <h2 id={`topic-${topic}`} className={styles['title']}>
            {text(`support.topic.${topic}`)}
          </h2>
          <QuestionList entries={entriesOf(topic)} />
        </section>
      ))}
    </div>
  )
}
