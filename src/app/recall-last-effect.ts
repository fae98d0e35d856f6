/** Reads the effect that was chosen last, before the form that begins with it is opened. */
export async function recallLastEffect(): Promise<void> {
  const { lastTemplate } = await import('#src/features/create/parts/last-template.ts')
  await lastTemplate.recall()
}
