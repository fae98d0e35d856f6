import { type RouteName, ROUTES } from '#shared/domain/screens.ts'

type WithSubject = { [Name in RouteName]: (typeof ROUTES)[Name] extends `${string}/*` ? Name : never }[RouteName]

/** The part of the path that names the item of the screen. */
const SUBJECTS: Record<WithSubject, string> = {
  receipt: 'an-id',
  exploreDetail: 'golden-hour',
  resourceDetail: 'camera-moves-that-work',
  effectDetail: 'golden-hour',
  startEndDetail: 'golden-hour',
  templateDetail: 'golden-hour',
  imageToVideoDetail: 'golden-hour',
  operatorPart: 'inbox',
  videoDetail: 'golden-hour?source=pc_cfeed',
}

const subjects = new Map<string, string>(Object.entries(SUBJECTS))

/** Screens without a walk: `operator.spec.ts` covers the operator's console completely. */
const NOT_FOUND: ReadonlySet<RouteName> = new Set(['operator', 'operatorPart'])

/** An address of every screen outside NOT_FOUND, by the screen's name. */
export const EVERY_SCREEN: readonly { readonly name: RouteName; readonly path: string }[] = (Object.keys(ROUTES) as RouteName[])
  .filter((name) => !NOT_FOUND.has(name))
  .map((name) => ({ name, path: ROUTES[name].replace('*', subjects.get(name) ?? '*') }))
