import { CopyDiagnostics } from '#src/measurement/errors/copy-diagnostics.tsx'
import { useText } from '#src/platform/i18n.ts'
import { showLinked } from '#src/platform/show-linked.ts'
import { type Topic, ANSWER_FACTS, TOPIC_NAMES, TOPICS } from '#shared/domain/support-rules.ts'
import { LinkedText } from '#src/platform/linked-text.tsx'
import { QuestionList } from '#src/design/question-list.tsx'
import headings from '#src/design/headings.module.css'
import styles from './support-page.module.css'
import { NewsletterForm } from './newsletter-form.tsx'
import { ContactForm } from './contact-form.tsx'

const showContact = (heading: HTMLHeadingElement | null) => void (heading !== null && showLinked(heading))

export function SupportPage() {
  const text = useText()
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={headings['page']}>{text('support.title')}</h1>
        <p className={headings['lead']}>{text('support.lead')}</p>
      </header>
      <TopicList />
      <section className={styles['contact']} aria-labelledby="contact">
        <div className={styles['about']}>
          <h2 id="contact" ref={showContact} tabIndex={-1} className={headings['section']}>
            {text('support.contactTitle')}
          </h2>
          <p className={styles['hint']}>{text('support.contactHint')}</p>
          <p className={styles['hint']}>{text('diagnostics.forSupport')}</p>
          <CopyDiagnostics />
        </div>
        <div className={styles['form']}>
          <ContactForm />
        </div>
      </section>
      <NewsletterForm />
    </div>
  )
}

/** Common questions by topic, with short answers. */
export function TopicList() {
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
          <h2 id={`topic-${topic}`} className={styles['topicListTitle']}>
            {text(`support.topic.${topic}`)}
          </h2>
          <QuestionList entries={entriesOf(topic)} />
        </section>
      ))}
    </div>
  )
}
