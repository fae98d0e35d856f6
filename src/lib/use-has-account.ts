import { useAccountId } from './use-account-id.ts'

/** Whether somebody is logged in. */
export function useHasAccount(): boolean {
  return useAccountId() !== ''
}
