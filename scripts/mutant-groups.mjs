const hubTests = (...names) => names.map((name) => `tests/unit/hub/${name}.test.ts`)

/**
 * The files that `npm run mutants` changes, each with its nearest tests, which must detect the change. Tests of random schedules are
 * excluded: they reach every line of the hub and would hide gaps of nearer tests.
 */
export const groups = {
  hub: {
    leastScore: 80,
    parts: {
      loop: { sources: ['workers/lib/*.ts'], tests: ['tests/unit/platform/{loop,backoff}.test.ts'] },
      credits: { sources: ['workers/hub/billing/{credits-watch,short-poll}.ts'], tests: hubTests('credits-watch', 'membership-poll') },
      membership: {
        sources: ['workers/hub/billing/{membership-monitor,purchase-sync}.ts'],
        tests: hubTests('membership-monitor', 'membership-poll', 'vip-state'),
      },
      'order-watch': { sources: ['workers/hub/billing/order-watch.ts'], tests: hubTests('order-watch', 'order-loop') },
      'order-factory': { sources: ['workers/hub/billing/order-factory.ts'], tests: hubTests('order-factory') },
      mutations: { sources: ['workers/hub/creations/mutation-sender.ts'], tests: hubTests('mutation-sender') },
      tasks: { sources: ['workers/hub/creations/{history-reconcile,task-poller}.ts'], tests: hubTests('task-poller', 'history-reconcile') },
      commits: {
        sources: ['workers/hub/{create/outbox-sender,create/commit-body,create/uploader,runtime/pause,work-loops}.ts'],
        tests: hubTests('outbox', 'create-hub', 'commit-body', 'commit-kinds'),
      },
    },
  },
  money: {
    leastScore: 80,
    parts: {
      rules: {
        sources: ['server/billing/membership.ts', 'server/billing/orders/next-check.ts', 'server/create/accept-commit.ts'],
        tests: ['tests/server/money/{membership-of,next-check}.test.ts', 'tests/server/find-offer.test.ts'],
      },
      books: {
        sources: [
          'server/billing/{orders/apply-provider-state,payments/record-payment}.ts',
          'server/billing/plan-actions/cancel-and-resume.ts',
          'server/billing/ledger.ts',
        ],
        tests: ['tests/server/money/apply-provider-state.test.ts'],
      },
      ledger: {
        sources: ['server/billing/{ledger,ledger-entries,points}.ts', 'server/verbs/require-owner.ts'],
        tests: ['tests/server/ledger.test.ts'],
      },
      holds: {
        sources: ['server/{create/accept-commit,creations/change-creations}.ts', 'server/creations/jobs/task-ends.ts'],
        tests: ['tests/server/{generation,jobs}.test.ts'],
      },
    },
  },
  shared: {
    leastScore: 0,
    parts: { domain: { sources: ['shared/domain/*.ts'], tests: ['tests/unit/shared/*.test.ts'] } },
  },
}
