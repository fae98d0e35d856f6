import type { Context } from '#server/services/context/context.ts'
import type { RouteName } from '#shared/domain/route-patterns.ts'
import type { BizType } from '#shared/domain/task.ts'
import { QUESTIONS } from '#server/seed/plan-texts.ts'
import { templatePath } from '#shared/domain/detail-path.ts'
import { escaped } from './escaped.ts'

/** Which items of the galleries a screen leads to. */
const SHOWN: Partial<Record<RouteName, readonly BizType[]>> = {
  explore: ['CUSTOM', 'HEAD_TAIL'],
  effects: ['TEMPLATE'],
  imageToVideo: ['CUSTOM'],
  startEnd: ['HEAD_TAIL'],
  templates: ['TEMPLATE'],
}

/** What a screen lists, as links and words: its items, or its questions. */
export function screenLists({ gallery }: Pick<Context, 'gallery'>, screen: RouteName): string {
  if (screen === 'pricing') {
    return `<dl>${QUESTIONS.map(({ question, answer }) => `<dt>${escaped(question)}</dt><dd>${escaped(answer)}</dd>`).join('')}</dl>`
  }
  const kinds = SHOWN[screen]
  if (kinds === undefined) return ''
  const rows = gallery.items
    .filter(({ bizType }) => kinds.includes(bizType))
    .map(({ id, bizType, name, seoPath, prompt }) => {
      const path = templatePath({ id, bizType, templateSeoPath: seoPath, templateEnName: name })
      return `<li><a href="${escaped(path)}">${escaped(name)}</a><p>${escaped(prompt)}</p></li>`
    })
  return `<ul>${rows.join('')}</ul>`
}
