import type { Template } from '#shared/api/templates.ts'
import type { Composer } from './composer.ts'
import { changeSettings } from './form-actions.ts'
import { prefillOf, requestPrefill, untilPrefillTaken } from '#src/routing/prefill.ts'
import { retryWhileSlow } from '#shared/browser/retry-while-slow.ts'
import { errorText, text } from '#src/i18n/i18n.ts'
import { proxy } from '#src/store/state.ts'
import { findTemplate } from '#src/gallery/template-lists.ts'
import { showToast } from '#src/design/toast.ts'
import { lastTemplate } from './last-template.ts'

/** The name of a chosen effect that no longer exists, until another is chosen. */
export const goneEffect = proxy<{ name: string | null }>({ name: null })

/** Sets the effect and keeps the form's picture; forms start with this effect for the next hour. */
export function chooseEffect(composer: Composer, { id, templateName }: Pick<Template, 'id' | 'templateName'>): void {
  goneEffect.name = null
  changeSettings(composer, { templateId: id, templateName })
  void lastTemplate.remember({ templateId: id, templateName })
}

/** Removes an effect that no longer exists, because no video can be made with it. */
export function dropEffect(composer: Composer): void {
  goneEffect.name = composer.state.settings.templateName ?? ''
  changeSettings(composer, { templateId: undefined, templateName: undefined })
  void lastTemplate.forget()
}

/**
 * Fills the form with the effect named in the address. Returns false when the draft cannot be stored. Reports an effect that does not exist,
 * or not for this form.
 */
export async function prefillForTemplate({ bizType, drafts }: Composer, templateId: string, find = findTemplate): Promise<boolean> {
  const found = await find(templateId)
  if (!found.ok && found.error.code !== 'H4001') return tell(errorText(found.error.code))
  if (!found.ok || found.value.bizType !== bizType) return tell(text('compose.effect.unavailableHint'))
  const { id, templateName } = found.value
  requestPrefill(prefillOf(found.value))
  if (bizType === 'TEMPLATE') await lastTemplate.remember({ templateId: id, templateName })
  await untilPrefillTaken()
  const stored = await retryWhileSlow(() => drafts.flush())
  return stored.ok
}

async function tell(description: string): Promise<true> {
  await showToast({ id: 'effect-gone', color: 'error', title: text('action.templateIdUnavailable'), description })
  return true
}
