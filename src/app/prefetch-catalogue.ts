/** Reads what there is to buy, so that it is there when somebody needs it, also offline. */
export async function prefetchCatalogue(): Promise<void> {
  const { needCatalogue } = await import('#src/features/billing/catalogue/catalogue.ts')
  needCatalogue()
}
