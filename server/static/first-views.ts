import type { RouteName } from '#shared/domain/route-patterns.ts'
import type { StaticFiles } from './static-files.ts'
import { earlyPart } from './early-parts.ts'

/** A screen as the build drew it, for the place where the page draws. */
export interface FirstView {
  readonly html: string
  /** The style sheets that it needs, as paths. */
  readonly styles: readonly string[]
}

/** What the build drew ahead; nothing where it drew nothing. */
export function createFirstViews(files: Pick<StaticFiles, 'find'>): (route: RouteName | undefined) => FirstView | undefined {
  const found = files.find('/first-views.json')
  const views = found === undefined ? {} : (JSON.parse(new TextDecoder().decode(found.bytes)) as Readonly<Record<string, FirstView>>)
  return (route) => views[earlyPart(route)?.page ?? '']
}
