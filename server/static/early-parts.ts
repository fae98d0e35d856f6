import type { RouteName } from '#shared/domain/route-patterns.ts'

interface Part {
  /** The name of its file below `src/pages`. */
  readonly page: string
  /** The file of texts that it waits for. */
  readonly words: string
}

const LANDING: Part = { page: 'landing-page', words: 'landing' }
/** The screens that people come to from elsewhere. */
const PARTS: Partial<Record<RouteName, Part>> = {
  landing: LANDING,
  index: LANDING,
  home: { page: 'home-page', words: 'home' },
  resource: { page: 'resource-page', words: 'resource' },
  resourceDetail: { page: 'topic-page', words: 'resource' },
}

/** What a screen is made of that its page is prepared for. */
export function earlyPart(route: RouteName | undefined): Part | undefined {
  return route === undefined ? undefined : PARTS[route]
}
