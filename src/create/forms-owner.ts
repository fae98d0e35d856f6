import { storedBusinessUserId } from '#src/store/cookies.ts'

let owner: string | undefined

/**
 * The account that this tab's forms belong to; '' for a visitor. Another tab's login or logout is stored before this tab is
 * notified. Until then, the forms belong to the previous account.
 */
export function formsOwner(): string {
  owner ??= storedBusinessUserId()
  return owner
}

export function setFormsOwner(newOwner: string): void {
  owner = newOwner
}
