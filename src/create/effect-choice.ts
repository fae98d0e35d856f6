import type { Template } from '#shared/api/templates.ts'
import type { Composer } from './composer.ts'
import { changeSettings } from './form-actions.ts'
import { proxy } from '#src/store/state.ts'
import { lastTemplate } from './last-template.ts'

/** The name of a chosen effect that no longer exists; null when another effect is chosen. */
export const goneEffect = proxy<{ name: string | null }>({ name: null })

/** Sets the effect; the form's picture stays. For the next hour, a new form starts with this effect. */
export function chooseEffect(composer: Composer, { id, templateName }: Pick<Template, 'id' | 'templateName'>): void {
  goneEffect.name = null
  changeSettings(composer, { templateId: id, templateName })
  void lastTemplate.remember({ templateId: id, templateName })
}

/** Removes an effect that no longer exists from the form, because no video can be made with it. */
export function dropEffect(composer: Composer): void {
  goneEffect.name = composer.state.settings.templateName ?? ''
  changeSettings(composer, { templateId: undefined, templateName: undefined })
  void lastTemplate.forget()
}
