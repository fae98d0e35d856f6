/** What has to happen when somebody is there; each is given, so that the order alone is said here. */
export interface UserInfoSteps {
  readonly storeId: () => Promise<unknown>
  readonly startMonitor: () => Promise<unknown>
  readonly logInToPayService: () => Promise<unknown>
  readonly loadHistories: () => Promise<unknown>
}

/** In this order; what fails after the id is stored is made up for by the loops that go on. */
export async function setUserInfo({ storeId, startMonitor, logInToPayService, loadHistories }: UserInfoSteps): Promise<void> {
  await storeId()
  await startMonitor()
  await logInToPayService()
  await loadHistories()
}
