import { creationPath, templatePath, TOOL_ROUTES } from '#shared/domain/detail-path.ts'
import { ROUTES } from '#shared/domain/route-patterns.ts'
import { BIZ_TYPES } from '#shared/domain/task.ts'
import { numbersTable, table } from './table.mjs'

export const addresses = table(
  ['kind', 'an item of the galleries', 'a creation', 'made at'],
  BIZ_TYPES.map((bizType) => [
    bizType,
    `\`${templatePath({ bizType, id: 'id', templateSeoPath: 'slug', templateEnName: '' })}\``,
    `\`${creationPath({ bizType, id: 'id', batchId: 'batch' })}\``,
    `\`${ROUTES[TOOL_ROUTES[bizType]]}\``,
  ]),
)

export const numbers = await numbersTable({
  'src/shared/domain/gallery-rules.ts': { LOAD_MORE_AT_REMAINING: 'items left in the list at which more are asked for' },
})
