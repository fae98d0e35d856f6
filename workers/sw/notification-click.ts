import { ROUTES } from '#shared/domain/route-patterns.ts'

/** Brings an open window to the creations, or opens one. */
export async function openCreations(clients: Pick<Clients, 'matchAll' | 'openWindow'>): Promise<void> {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const isThere = ({ url }: WindowClient) => new URL(url).pathname.endsWith(ROUTES.creations)
  const target = windows.find(isThere) ?? windows[0]
  if (target === undefined) {
    await clients.openWindow(ROUTES.creations)
    return
  }
  await target.focus()
  if (!isThere(target)) await target.navigate(ROUTES.creations)
}
