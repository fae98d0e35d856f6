import { memo, Suspense, useEffect, useState } from 'react'
import { useComposer } from './use-composer.ts'
import { loadFailureText, useText } from '#src/i18n/i18n.ts'
import { lazyPart, usePreload } from '#src/loading/lazy-part.ts'
import { useSnapshot } from '#src/store/state.ts'
import { smallPoster } from '#src/gallery/small-poster.ts'
import { useTemplates } from '#src/gallery/use-templates.ts'
import { useAfterPaint } from '#src/browser/use-after-paint.ts'
import { Button } from '#src/design/button.tsx'
import { Icon } from '#src/design/icon.tsx'
import { dropEffect, goneEffect } from './effect-choice.ts'
import styles from './effect-field.module.css'

const EffectDialog = lazyPart([], async () => (await import('./effect-dialog.tsx')).EffectDialog)

/**
 * The chosen effect, with a button to change it. An effect that no longer exists is removed from the form, and the user sees a
 * note.
 */
export const EffectField = memo(function EffectField() {
  const text = useText()
  const composer = useComposer()
  usePreload(EffectDialog)
  const { templateId, templateName } = useSnapshot(composer.state).settings
  const { items, status, problem } = useTemplates('popular')
  const [isOpen, setOpen] = useState(false)
  const isDialogShown = useAfterPaint(isOpen)
  const { name: goneName } = useSnapshot(goneEffect)
  const effect = items.find(({ id, bizType }) => id === templateId && bizType === 'TEMPLATE')
  const isGone = templateId !== undefined && status === 'ready' && effect === undefined
  useEffect(() => {
    if (isGone) dropEffect(composer)
  }, [isGone, composer])
  const name = effect?.templateName ?? templateName
  return (
    <section className={styles['field']} aria-label={text('compose.effect.label')}>
      <span className={styles['poster']}>
        {effect === undefined ? <Icon name="wand" size="l" /> : <img src={smallPoster(effect)} alt="" decoding="async" />}
      </span>
      <div className={styles['words']}>
        <p className={styles['name']}>{templateId === undefined ? text('compose.effect.none') : name}</p>
        <p className={styles['hint']}>{effect === undefined ? text('compose.effect.noneHint') : effect.tags.slice(0, 3).join(' · ')}</p>
      </div>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {text(templateId === undefined ? 'compose.effect.choose' : 'compose.effect.change')}
      </Button>
      {goneName !== null && templateId === undefined && (
        <p className={styles['gone']} role="alert">
          {text('compose.effect.gone', { name: goneName })}
        </p>
      )}
      {problem !== null && items.length === 0 && <p className={styles['gone']}>{loadFailureText({ code: problem })}</p>}
      {isDialogShown && (
        <Suspense>
          <EffectDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  )
})
