import { type RouteName, ROUTES } from '#shared/domain/screens.ts'

type NameWithSubject = { [Name in RouteName]: (typeof ROUTES)[Name] extends `${string}/*` ? Name : never }[RouteName]

/** For each screen whose path names an item: the part of the path that names it. */
const SUBJECTS: Record<NameWithSubject, string> = {
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

const subjectByName = new Map<string, string>(Object.entries(SUBJECTS))

/** Screens that no walk opens, because `operator.spec.ts` covers the operator's console completely. */
const WITHOUT_WALK: ReadonlySet<RouteName> = new Set(['operator', 'operatorPart'])

/** The name and an address of every screen outside WITHOUT_WALK. */
export const EVERY_SCREEN: readonly { readonly name: RouteName; readonly path: string }[] = (Object.keys(ROUTES) as RouteName[])
  .filter((name) => !WITHOUT_WALK.has(name))
  .map((name) => ({ name, path: ROUTES[name].replace('*', subjectByName.get(name) ?? '*') }))
