import type { RouteName } from '#shared/domain/route-patterns.ts'

interface Part {
  /** The name of its file below `src/pages`. */
  readonly page: string
  /** The files of texts that it waits for. */
  readonly words: readonly string[]
}

const LANDING: Part = { page: 'landing-page', words: ['landing'] }
const EXPLORE: Part = { page: 'explore-page', words: ['gallery'] }
const EFFECTS: Part = { page: 'effects-page', words: ['gallery'] }
const START_END: Part = { page: 'start-end-frame-page', words: ['create'] }
const TEMPLATES: Part = { page: 'video-templates-page', words: ['create'] }
const IMAGE_TO_VIDEO: Part = { page: 'image-to-video-page', words: ['create'] }

/** The screens that people come to from elsewhere. */
const PARTS: Partial<Record<RouteName, Part>> = {
  landing: LANDING,
  index: LANDING,
  home: { page: 'home-page', words: ['home'] },
  login: { page: 'login-page', words: ['account'] },
  signup: { page: 'signup-page', words: ['account'] },
  pricing: { page: 'pricing-page', words: ['pricing'] },
  support: { page: 'support-page', words: ['support', 'newsletter', 'diagnostics'] },
  explore: EXPLORE,
  exploreDetail: EXPLORE,
  resource: { page: 'resource-page', words: ['resource'] },
  resourceDetail: { page: 'topic-page', words: ['resource'] },
  privacy: { page: 'privacy-page', words: ['legal'] },
  terms: { page: 'terms-page', words: ['legal'] },
  effects: EFFECTS,
  effectDetail: EFFECTS,
  startEnd: START_END,
  startEndDetail: START_END,
  templates: TEMPLATES,
  templateDetail: TEMPLATES,
  imageToVideo: IMAGE_TO_VIDEO,
  imageToVideoDetail: IMAGE_TO_VIDEO,
}

/** What a screen is made of that its page is prepared for. */
export function earlyPart(route: RouteName | undefined): Part | undefined {
  return route === undefined ? undefined : PARTS[route]
}
