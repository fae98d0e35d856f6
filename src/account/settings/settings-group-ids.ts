const GROUP_IDS = ['plan', 'account', 'notifications', 'device', 'privacy', 'help'] as const

/** The id of a group of the settings. It is the anchor of the group in the address. */
export type SettingsGroupId = (typeof GROUP_IDS)[number]

const NEEDS_ACCOUNT: ReadonlySet<SettingsGroupId> = new Set<SettingsGroupId>(['plan', 'account'])
const VISITOR_IDS = GROUP_IDS.filter((id) => !NEEDS_ACCOUNT.has(id))

/** The groups in the order of the screen. A visitor has no plan and no account. */
export function settingsGroupIds(hasAccount: boolean): readonly SettingsGroupId[] {
  return hasAccount ? GROUP_IDS : VISITOR_IDS
}
