import { type SyntheticEvent, useId, useRef, useState } from 'react'
import type { AppErrorCode } from '#shared/result.ts'
import { isEmail, normalizeEmail } from '#shared/domain/account-rules.ts'
import { errorText, useText } from '#src/platform/i18n.ts'
import { hubState, useSnapshot } from '#src/platform/state.ts'
import { LinkedText } from '#src/platform/linked-text.tsx'
import { useFocusProblem } from '#src/platform/focus-fallback.ts'
import { pressMutation } from '#src/platform/api.ts'
import { Button } from '#src/design/button.tsx'
import { TextField } from '#src/design/text-field.tsx'
import styles from './newsletter-form.module.css'

type Stage = { readonly kind: 'open' | 'busy' | 'wrong' | 'asked' } | { readonly kind: 'failed'; readonly code: AppErrorCode }

/** The newsletter form. Its answer does not reveal whether the address was known. Its texts are `newsletter.json`. */
export function NewsletterForm() {
  const text = useText()
  const titleId = useId()
  const form = useRef<HTMLFormElement>(null)
  const { isOnline } = useSnapshot(hubState).connection
  const [email, setEmail] = useState('')
  const [stage, setStage] = useState<Stage>({ kind: 'open' })
  const [refusals, setRefusals] = useState(0)
  useFocusProblem(form, refusals)
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (stage.kind === 'busy') return
    if (!isEmail(normalizeEmail(email))) {
      setRefusals(refusals + 1)
      return setStage({ kind: 'wrong' })
    }
    setStage({ kind: 'busy' })
    const { answer } = await pressMutation({ kind: 'subscribe', email: normalizeEmail(email) })
    setStage(answer.ok ? { kind: 'asked' } : { kind: 'failed', code: answer.error.code })
  }
  return (
    <section className={styles['card']} aria-labelledby={titleId}>
      <div className={styles['words']}>
        <h2 id={titleId} className={styles['title']}>
          {text('newsletter.title')}
        </h2>
        <p className={styles['hint']}>
          <LinkedText text={text('newsletter.hint')} />
        </p>
      </div>
      <form ref={form} className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
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
        <output className={styles['answer']}>
          {stage.kind === 'asked' && text(isOnline ? 'newsletter.asked' : 'newsletter.askedLater')}
        </output>
      </form>
    </section>
  )
}
