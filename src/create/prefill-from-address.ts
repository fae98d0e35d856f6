import { retryWhileSlow } from '#shared/browser/retry-while-slow.ts'
import { showToast } from '#src/design/toast.ts'
import { prefillOf } from '#src/gallery/start-template.ts'
import { findTemplate } from '#src/gallery/template-lists.ts'
import { loadFailureText, text } from '#src/i18n/i18n.ts'
import { requestPrefill, untilPrefillConsumed } from '#src/routing/prefill.ts'
import type { Composer } from './composer.ts'
import { lastTemplate } from './last-template.ts'

/**
 * Fills the form with the item that the address names, unless the form was just filled with it. If the item does not exist or is
 * not for this form, the user sees a note. False if the draft can't be stored.
 */
export async function prefillFromAddress(composer: Composer, templateId: string, find = findTemplate): Promise<boolean> {
  const { bizType, drafts, state } = composer
  await untilPrefillConsumed(bizType)
  if (!state.hasChosen || state.settings.templateId !== templateId) {
    const answer = await find(templateId)
    if (!answer.ok && answer.error.code !== 'H4001') return showEffectGone(loadFailureText(answer.error))
    if (!answer.ok || answer.value.bizType !== bizType) return showEffectGone(text('compose.effect.unavailableHint'))
    requestPrefill(prefillOf(answer.value))
    await untilPrefillConsumed(bizType)
  }
  const { templateName } = state.settings
  if (templateName !== undefined) await lastTemplate.remember({ templateId, templateName })
  const stored = await retryWhileSlow(() => drafts.flush())
  return stored.ok
}

async function showEffectGone(description: string): Promise<true> {
  await showToast({ id: 'effect-gone', color: 'error', title: text('action.templateIdUnavailable'), description })
  return true
}
