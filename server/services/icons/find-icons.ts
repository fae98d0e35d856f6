import type { IconSets } from '#server/providers/icons/open-icon-sets.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { Result } from '#shared/result.ts'
import type { IconAnswer } from './pick-icons.ts'
import { refuse } from '#server/services/context/failure.ts'
import { isIconPart } from '#shared/api/icon-name.ts'
import { ICON_PATH, ICON_URL_MAX_LENGTH } from '#shared/domain/icon-rules.ts'
import { ok } from '#shared/result.ts'
import { pickIcons } from './pick-icons.ts'

/** Drawings are public, so this authorises nothing. Errors: H4001 for a set that is not here, H3000 for names that are none or too many. */
export async function findIcons({
  ctx,
  input,
}: {
  ctx: { readonly iconSets: IconSets }
  input: { readonly prefix: string; readonly icons: string }
}): Promise<Result<IconAnswer, ServiceFailure>> {
  const set = await ctx.iconSets.find(input.prefix)
  if (set === undefined) return refuse('H4001')
  const address = `${ICON_PATH}${input.prefix}.json?icons=${input.icons}`
  const names = [...new Set(input.icons.split(','))]
  if (address.length > ICON_URL_MAX_LENGTH || !names.every(isIconPart)) return refuse('H3000', ['icons'])
  return ok(pickIcons(set, names))
}
