/**
 * Shows a system notification; false if the browser refuses. If a service worker is active, it shows the notification, so that the
 * notification stays after this tab is closed.
 */
export async function showNotification(
  title: string,
  options: { readonly body: string; readonly tag: string; readonly data: { readonly path: string } },
): Promise<boolean> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    if (registration?.active) await registration.showNotification(title, { ...options, icon: '/icons/icon-192.png' })
    else new Notification(title, options).addEventListener('click', () => focus())
    return true
  } catch {
    return false
  }
}
