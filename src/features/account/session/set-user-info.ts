/** What has to happen when somebody is there; each is given, so that the order alone is said here. */
export interface UserInfoSteps {
  readonly storeId: () => Promise<unknown>
  readonly startMonitor: () => Promise<unknown>
  readonly logInToPayService: () => Promise<unknown>
  readonly loadHistories: () => Promise<unknown>
}

/**
 * In this order. Whoever calls waits for the id alone: the person is there, and goes on. The rest follows by itself; what fails of it is
 * made up for by the loops that go on.
 */
export async function setUserInfo({ storeId, ...rest }: UserInfoSteps): Promise<{ readonly rest: Promise<void> }> {
  await storeId()
  return { rest: doRest(rest).catch((error: unknown) => console.warn('Not everything of the account was loaded.', error)) }
}

async function doRest({ startMonitor, logInToPayService, loadHistories }: Omit<UserInfoSteps, 'storeId'>): Promise<void> {
  await startMonitor()
  await logInToPayService()
  await loadHistories()
}
