import { untilIdle } from '#src/lib/until-idle.ts'

/** Reads what there is to buy once the first screen is done with, so that it is there when somebody needs it, also offline. */
export async function prefetchCatalogue(): Promise<void> {
  await untilIdle()
  const { needCatalogue } = await import('#src/features/billing/catalogue/catalogue.ts')
  needCatalogue()
}
