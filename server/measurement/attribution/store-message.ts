import { type Transaction, eq, inTransaction, attributionDevice, attributionMessage } from '#server/database/database.ts'
import { type Answer, type ServiceFailure, ok, refuse } from '#server/verbs/verb.ts'
import type { MessageKind } from '#shared/domain/tracker-kinds.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { sha256 } from '#server/crypto/sha256.ts'
import { isUserToken } from '#shared/domain/user-token.ts'
import { ATTRIBUTION_ASK_IN_MS } from '#shared/domain/attribution-rules.ts'
import * as tracker from './tracker.ts'

/** Message kinds after which the attribution may have changed. */
const KINDS_WITH_ATTRIBUTION: ReadonlySet<MessageKind> = new Set<MessageKind>(['session', 'sdk_click'])

/**
 * Stores a message of a browser; if the browser asked to be forgotten, only answers with an opt-out.
 * Rule: docs/measurement.md, "Attribution".
 */
export async function storeMessage(
  ctx: tracker.TrackerContext,
  kind: MessageKind,
  fields: Readonly<Record<string, string>>,
): Promise<Answer<tracker.TrackerAnswer>> {
  const caller = await tracker.requireApp(ctx, fields)
  if (!caller.ok) return caller
  const parsed = tracker.messageFields[kind].safeParse(fields)
  if (!parsed.success) return refuse('H3000', [...new Set(parsed.error.issues.map(({ path }) => path.join('.')))])
  const { callback_params: parameters, ...facts } = parsed.data
  const { [tracker.TOKEN_PARAMETER]: token, ...otherParameters }: Readonly<Record<string, string>> = parameters ?? {}
  const timestamp = new Date(ctx.nowMs()).toISOString()
  return inTransaction<tracker.TrackerAnswer, ServiceFailure>(ctx.db, async (tx) => {
    const { web_uuid: webUuid } = caller.value
    if (await tracker.lockDevice(tx, webUuid)) return ok({ timestamp, tracking_state: 'opted_out' })
    const adid = await storeDevice(tx, caller.value, token, ctx.nowMs())
    if (kind === 'sdk_click') await setOrigin(tx, webUuid, readReferrer(fields['referrer'] ?? ''))
    const storedFacts = JSON.stringify(Object.keys(otherParameters).length === 0 ? facts : { ...facts, callback_params: otherParameters })
    await tx.insert(attributionMessage).values({ id: makeId(), webUuid, kind, facts: storedFacts, createdAtMs: ctx.nowMs() })
    return ok({ adid, timestamp, ...(KINDS_WITH_ATTRIBUTION.has(kind) ? { ask_in: ATTRIBUTION_ASK_IN_MS } : {}) })
  })
}

/** The source of visits that have no known source. */
const ORGANIC_ORIGIN: Origin = { network: 'Organic', campaign: '', adgroup: '', creative: '', clickLabel: '' }

/** Stores a browser with only the hash of its user token, because the token gives access to the visitor's data. */
async function storeDevice(tx: Transaction, caller: tracker.TrackerCaller, token: string | undefined, nowMs: number): Promise<string> {
  const deviceFields = { seenAtMs: nowMs, ...(token !== undefined && isUserToken(token) ? { tokenSha256: sha256(token) } : {}) }
  const { web_uuid: webUuid, environment } = caller
  const [device] = await tx
    .insert(attributionDevice)
    .values({ webUuid, adid: makeId(), environment, network: ORGANIC_ORIGIN.network, createdAtMs: nowMs, ...deviceFields })
    .onConflictDoUpdate({ target: attributionDevice.webUuid, set: deviceFields })
    .returning({ adid: attributionDevice.adid })
  return device?.adid ?? ''
}

/** Sets the source of a browser's visits. A later click with a source replaces it. */
async function setOrigin(tx: Transaction, webUuid: string, origin: Origin | undefined): Promise<void> {
  if (origin === undefined) return
  const isThisDevice = eq(attributionDevice.webUuid, webUuid)
  const currentColumns = { network: attributionDevice.network, state: attributionDevice.state }
  const [deviceBefore] = await tx.select(currentColumns).from(attributionDevice).where(isThisDevice)
  const isOtherNetwork =
    deviceBefore !== undefined && deviceBefore.network !== ORGANIC_ORIGIN.network && deviceBefore.network !== origin.network
  const state = isOtherNetwork ? 'reattributed' : (deviceBefore?.state ?? 'installed')
  await tx
    .update(attributionDevice)
    .set({ ...origin, state })
    .where(isThisDevice)
}

const TOKEN_LENGTH = 8

/** The source of a browser's visits, from its clicks. */
export async function readAttribution(
  ctx: tracker.TrackerContext,
  fields: Readonly<Record<string, string>>,
): Promise<Answer<tracker.TrackerAnswer>> {
  const caller = await tracker.requireApp(ctx, fields)
  if (!caller.ok) return caller
  const timestamp = new Date(ctx.nowMs()).toISOString()
  const { web_uuid: webUuid } = caller.value
  return ctx.db.transaction(async (tx) => {
    if (await tracker.lockDevice(tx, webUuid)) return ok<tracker.TrackerAnswer>({ timestamp, tracking_state: 'opted_out' })
    const [device] = await tx.select().from(attributionDevice).where(eq(attributionDevice.webUuid, webUuid))
    if (device === undefined) return ok<tracker.TrackerAnswer>({ timestamp, message: 'This browser has no sessions yet.' })
    const { adid, network, campaign, adgroup, creative, clickLabel, state } = device
    const parts = [network, campaign, adgroup, creative].filter((part) => part !== '')
    return ok<tracker.TrackerAnswer>({
      adid,
      timestamp,
      message: network === ORGANIC_ORIGIN.network ? 'No clicks recorded.' : 'Attributed to the last click.',
      attribution: {
        tracker_token: sha256(parts.join('::')).slice(0, TOKEN_LENGTH),
        tracker_name: parts.join('::'),
        network,
        campaign,
        adgroup,
        creative,
        click_label: clickLabel,
        state,
      },
    })
  })
}

interface Origin {
  readonly network: string
  readonly campaign: string
  readonly adgroup: string
  readonly creative: string
  readonly clickLabel: string
}

const MAX_PART_LENGTH = 100

/** Parses a click's referrer: an address or its query. Undefined without a source. */
function readReferrer(referrer: string): Origin | undefined {
  const query = new URLSearchParams(referrer.includes('?') ? referrer.slice(referrer.indexOf('?') + 1) : referrer)
  const part = (name: string) => (query.get(name) ?? '').slice(0, MAX_PART_LENGTH)
  const network = part('utm_source')
  if (network === '') return undefined
  return {
    network,
    campaign: part('utm_campaign'),
    adgroup: part('utm_medium'),
    creative: part('utm_content'),
    clickLabel: part('utm_term'),
  }
}
