import { useEffect, useEffectEvent } from 'react'
import { createRoot } from 'react-dom/client'
import { useText } from '#src/i18n/i18n.ts'
import styles from './ask-host.module.css'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export interface Question {
  readonly title: string
  readonly hint: string
  readonly yes: string
  readonly no: string
}

/** The events of an address change. The router dispatches the last two for its own navigations. */
const ADDRESS_EVENTS = ['popstate', 'pushState', 'replaceState'] as const

export function presentQuestion(question: Question): Promise<boolean> {
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  return new Promise((resolve) => {
    const answer = (isYes: boolean) => {
      root.unmount()
      element.remove()
      resolve(isYes)
    }
    root.render(<QuestionDialog {...question} onAnswer={answer} />)
  })
}

/** A question. It closes with the answer "no" when the user navigates to another path. */
function QuestionDialog({ title, hint, yes, no, onAnswer }: Question & { readonly onAnswer: (isYes: boolean) => void }) {
  const text = useText()
  const answerNo = useEffectEvent(() => onAnswer(false))
  useEffect(() => {
    const path = location.pathname
    const closeOnNavigation = () => location.pathname !== path && answerNo()
    for (const name of ADDRESS_EVENTS) addEventListener(name, closeOnNavigation)
    return () => {
      for (const name of ADDRESS_EVENTS) removeEventListener(name, closeOnNavigation)
    }
  }, [])
  return (
    <Dialog title={title} closeLabel={text('dialog.close')} onClose={() => onAnswer(false)}>
      <p className={styles['hint']}>{hint}</p>
      <div className={styles['answers']}>
        <Button onClick={() => onAnswer(false)}>{no}</Button>
        <Button variant="danger" onClick={() => onAnswer(true)}>
          {yes}
        </Button>
      </div>
    </Dialog>
  )
}
