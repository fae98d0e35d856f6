import { Link, linkTo } from '#src/routing/routes.ts'
import { useText } from '#src/i18n/i18n.ts'
import { useSnapshot } from '#src/store/state.ts'
import { reserveOverlaySpace } from '#src/browser/overlay-space.ts'
import { Button } from '#src/design/button.tsx'
import { buttonClass } from '#src/design/button-class.ts'
import styles from './consent-banner.module.css'
import { answerConsent, consentQuestion, postponeConsent } from './consent-question.ts'

const TITLE_ID = 'consent-title'
const reserveSpace = reserveOverlaySpace('--question-height')

/** Asks for consent to tracking. It does not block the page. As long as the user does not answer, nothing is tracked. */
export function ConsentBanner() {
  const text = useText()
  const { subject, hasGoogle } = useSnapshot(consentQuestion)
  return (
    <section ref={reserveSpace} className={styles['banner']} aria-labelledby={TITLE_ID}>
      <h2 id={TITLE_ID} className={styles['title']}>
        {text(subject === 'use' ? 'consent.title' : 'consent.titleOrigin')}
      </h2>
      <p className={styles['words']}>
        {text(subject === 'use' ? 'consent.words' : 'consent.wordsOrigin')} {hasGoogle && text('consent.google')} {text('consent.later')}
      </p>
      <div className={styles['answers']}>
        <Button onClick={() => answerConsent('granted')}>{text('consent.allow')}</Button>
        <Button onClick={() => answerConsent('refused')}>{text('consent.refuse')}</Button>
        <Link href={`${linkTo('settings')}#privacy`} className={buttonClass('plain')} onClick={postponeConsent}>
          {text('consent.choose')}
        </Link>
      </div>
    </section>
  )
}
