import type { Composer } from '#src/features/create/composer.ts'
import type { createLastTemplate } from './create-last-template.ts'

/** An effect form without an effect begins with the one chosen last; it counts as nobody's choice, so that a stored draft may still replace it. */
export async function preselectLast(
  { bizType, state }: Pick<Composer, 'bizType' | 'state'>,
  lastTemplate: Pick<ReturnType<typeof createLastTemplate>, 'recall'>,
): Promise<void> {
  if (bizType !== 'TEMPLATE' || state.settings.templateId !== undefined) return
  const last = await lastTemplate.recall()
  if (last === null || state.settings.templateId !== undefined) return
  const { templateId, templateName } = last
  state.settings = { ...state.settings, templateId, templateName }
}
