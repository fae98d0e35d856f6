import { storedBusinessUserId } from '#src/platform/cookies.ts'

let owner: string | undefined

/**
 * The account that the forms of this tab are filled by, '' for a visitor. A login or logout of another tab is written down before this
 * tab hears of it: until then what stands in the forms is still of whoever was here.
 */
export function formsOwner(): string {
  owner ??= storedBusinessUserId()
  return owner
}

export function giveFormsTo(next: string): void {
  owner = next
}
