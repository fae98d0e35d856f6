import { expect, it } from 'vitest'
import { APP_PACKAGE, callerParams } from '#shared/api/common-params.ts'
import { identityRecord } from '#shared/storage/hub-records.ts'

it('sends every parameter of an identity record, and none of its other fields', () => {
  const identity = {
    ...identityRecord.fallback(),
    userToken: 'token',
    appInstanceId: 'instance',
    businessUserId: 'user',
    deviceSize: '390x844',
    language: 'de',
    appVersion: '1.2.3',
    epoch: 7,
  }
  expect(callerParams(identity)).toEqual({
    userToken: 'token',
    appInstanceId: 'instance',
    businessUserId: 'user',
    deviceSize: '390x844',
    language: 'de',
    appVersion: '1.2.3',
    appPackage: APP_PACKAGE,
  })
})
