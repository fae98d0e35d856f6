import type { RouteName } from '#shared/domain/route-patterns.ts'
import { ROUTES } from '#shared/domain/route-patterns.ts'

/** The head of a screen, for browsers, search engines and link previews. */
export interface ScreenHead {
  /** Text key of the title, in `common.json`. */
  readonly title: string
  /** Text key of the description, in `head.json`. */
  readonly description: string
  /** The canonical address; null for screens that are not indexed, and where only items have one. */
  readonly canonical: string | null
}

/** Every screen's head. Rule: docs/platform.md, "Heads". */
export const SCREEN_HEADS: Readonly<Record<RouteName, ScreenHead>> = {
  landing: head('landing', ROUTES.landing),
  index: head('landing', ROUTES.landing),
  home: head('home', ROUTES.home),
  login: head('login', ROUTES.login),
  signup: head('signup', ROUTES.signup),
  pricing: head('pricing', ROUTES.pricing),
  support: head('support', ROUTES.support),
  demoCrop: head('demoCrop', null),
  settings: head('settings', null),
  creations: head('creations', null),
  personal: head('personal', null),
  ledger: head('ledger', null),
  receipt: head('receipt', null),
  paySuccess: head('paySuccess', null),
  payCancel: head('payCancel', null),
  explore: head('explore', ROUTES.explore),
  exploreDetail: head('explore', null),
  resource: head('resource', ROUTES.resource),
  resourceDetail: head('resource', null),
  privacy: head('privacy', ROUTES.privacy),
  terms: head('terms', ROUTES.terms),
  effects: head('effects', ROUTES.effects),
  effectDetail: head('effects', null),
  startEnd: head('startEnd', ROUTES.startEnd),
  startEndDetail: head('startEnd', null),
  templates: head('templates', ROUTES.templates),
  templateDetail: head('templates', null),
  imageToVideo: head('imageToVideo', ROUTES.imageToVideo),
  imageToVideoDetail: head('imageToVideo', null),
  videoDetail: head('explore', null),
}

/** The head of an unknown address. */
export const NOT_FOUND_HEAD: ScreenHead = head('notFound', null)

/** Text key of the title of a gallery's item or a creation, with its `name`. */
export const ITEM_TITLE = 'title.item'

function head(name: string, canonical: string | null): ScreenHead {
  return { title: `title.${name}`, description: `head.${name}`, canonical }
}
