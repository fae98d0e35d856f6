import { CopyDiagnostics } from '#src/measurement/copy-diagnostics.tsx'
import { useText, errorText } from '#src/i18n/i18n.ts'
import { showLinked } from '#src/browser/show-linked.ts'
import { type Topic, ANSWER_FACTS, TOPIC_NAMES, TOPICS } from '#shared/domain/support-rules.ts'
import { LinkedText } from '#src/routing/linked-text.tsx'
import { QuestionList } from '#src/design/question-list.tsx'
import headings from '#src/design/headings.module.css'
import styles from './support-page.module.css'
import { ContactForm } from './contact-form.tsx'
import { useId, useRef, useState } from 'react'
import type { AppErrorCode } from '#shared/result.ts'
import { isAcceptedEmail, normalizeEmail } from '#shared/domain/account-rules.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { useFocusProblem } from '#src/browser/focus-problem.ts'
import { pressMutation } from '#src/hub-client/press-mutation.ts'
import { Button } from '#src/design/button.tsx'
import { TextField } from '#src/design/text-field.tsx'
import newsletterFormStyles from './newsletter-form.module.css'

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

function TopicList() {
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

type FormStage = { readonly kind: 'open' | 'busy' | 'wrong' | 'asked' } | { readonly kind: 'failed'; readonly code: AppErrorCode }

/**
 * The form for the newsletter. Its answer does not reveal whether the address was already known. Its texts are in
 * `newsletter.json`.
 */
function NewsletterForm() {
  const text = useText()
  const titleId = useId()
  const form = useRef<HTMLFormElement>(null)
  const { isOnline } = useSnapshot(hubState).connection
  const [email, setEmail] = useState('')
  const [stage, setStage] = useState<FormStage>({ kind: 'open' })
  const [rejectionCount, setRejectionCount] = useState(0)
  useFocusProblem(form, rejectionCount)
  const submit = async (event: React.SyntheticEvent) => {
    event.preventDefault()
    if (stage.kind === 'busy') return
    if (!isAcceptedEmail(email)) {
      setRejectionCount(rejectionCount + 1)
      return setStage({ kind: 'wrong' })
    }
    setStage({ kind: 'busy' })
    const { answer } = await pressMutation({ kind: 'subscribe', email: normalizeEmail(email) })
    if (answer.ok) return setStage({ kind: 'asked' })
    setStage(answer.error.code === 'H3000' ? { kind: 'wrong' } : { kind: 'failed', code: answer.error.code })
  }
  return (
    <section className={newsletterFormStyles['card']} aria-labelledby={titleId}>
      <div className={newsletterFormStyles['words']}>
        <h2 id={titleId} className={newsletterFormStyles['title']}>
          {text('newsletter.title')}
        </h2>
        <p className={newsletterFormStyles['hint']}>
          <LinkedText text={text('newsletter.hint')} />
        </p>
      </div>
      <form ref={form} className={newsletterFormStyles['form']} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={text('newsletter.email')}
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          problem={stage.kind === 'wrong' ? text('newsletter.wrong') : stage.kind === 'failed' ? errorText(stage.code) : undefined}
          onValue={(value) => {
            setEmail(value)
            setStage({ kind: 'open' })
          }}
        />
        <Button type="submit" isBusy={stage.kind === 'busy'}>
          {text('newsletter.ask')}
        </Button>
        <output className={newsletterFormStyles['answer']}>
          {stage.kind === 'asked' && text(isOnline ? 'newsletter.asked' : 'newsletter.askedLater')}
        </output>
      </form>
    </section>
  )
}
