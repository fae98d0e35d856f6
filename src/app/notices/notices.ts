import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { createNotices } from './create-notices.ts'
import { readLocal, removeLocal, writeLocal } from '#src/store/local-values.ts'
import { storedBusinessUserId } from '#src/store/cookies.ts'

const KEY = LOCAL_KEYS.noticeHistory

export const { noticeHistory, storeNotice, markNoticesSeen, forgetNotices } = createNotices({
  stored: {
    read: () => readLocal(KEY),
    write: (value) => writeLocal(KEY, value),
    remove: () => removeLocal(KEY),
    onChangeElsewhere: (onChange) => addEventListener('storage', ({ key }) => (key === KEY || key === null) && onChange()),
  },
  owner: storedBusinessUserId,
})
