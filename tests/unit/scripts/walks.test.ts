import { describe, expect, it } from 'vitest'
import { importedFiles } from '../../../scripts/check/arrows.mjs'

/**
 * Four ways through the house, in the order in which somebody reads them. A file follows when it imports, or is imported by, one that was
 * read before; `…` stands before one that is reached by a message, a request or an address instead.
 */
const WALKS = {
  'a photo becomes a video that is kept': {
    most: { files: 40, changes: 9 },
    steps: [
      'src/create/create-form.tsx',
      'src/create/incoming-pictures.ts',
      'src/create/composer.ts',
      'src/create/create-picture-slot.ts',
      'src/create/current-picture.ts',
      'src/pictures/image-client.ts',
      'src/pictures/create-image-client.ts',
      'workers/image/image-worker.ts',
      'workers/image/core/picture-calls.ts',
      'workers/image/core/prepare-picture.ts',
      'workers/image/core/picture-source.ts',
      'workers/image/core/sniff-picture.ts',
      'workers/image/core/open-picture.ts',
      'workers/image/core/paint-picture.ts',
      'workers/image/core/worker-canvas.ts',
      'src/create/commit-form.ts',
      'src/platform/hub-client.ts',
      'src/platform/hub-port.ts',
      'workers/hub/browser-hub.ts',
      'workers/hub/hub-core.ts',
      'workers/hub/runtime/hub-node.ts',
      'workers/hub/runtime/hub-wire.ts',
      'workers/hub/commands.ts',
      'workers/hub/runtime/hub-store.ts',
      'workers/hub/runtime/hub-store.ts',
      'workers/hub/work-loops.ts',
      'workers/hub/create/outbox-sender.ts',
      'workers/hub/create/uploader.ts',
      'workers/hub/creations/task-poller.ts',
      'workers/hub/creations/work-view.ts',
      'workers/hub/runtime/snapshot-publisher.ts',
      'src/platform/state.ts',
      'src/creations/tasks/work-card-view.tsx',
      'src/creations/tasks/list-work.ts',
      'src/creations/follow-offline-videos.ts',
      'src/offline/offline-actions.ts',
      'src/offline/offline-videos.ts',
      'src/offline/create-offline-videos.ts',
      'src/offline/offline-files.ts',
      '… workers/sw/offline-file.ts',
    ],
  },
  'a photo that is dropped on the start screen reaches the form': {
    most: { files: 4, changes: 3 },
    steps: ['src/app/pages/home-page.tsx', 'src/platform/file-drop.ts', '… src/app/pages/tool-page.tsx', 'src/create/create-form.tsx'],
  },
  'a plan is bought and another tab knows it': {
    most: { files: 30, changes: 9 },
    steps: [
      'src/billing/shop/buy-button.tsx',
      'src/billing/checkout/start-purchase.ts',
      'src/billing/checkout/checkout.ts',
      'src/platform/hub-client.ts',
      'src/platform/hub-port.ts',
      'workers/hub/browser-hub.ts',
      'workers/hub/hub-core.ts',
      'workers/hub/billing/billing.ts',
      'workers/hub/billing/order-maker.ts',
      '… server/billing/orders/create-order.ts',
      'server/billing/orders/place-order.ts',
      'server/billing/orders/open-checkout.ts',
      'src/billing/checkout/pay-session.ts',
      'src/billing/checkout/checkout-state.ts',
      'src/billing/checkout/checkout-layer.tsx',
      'src/billing/checkout/pay-dialog.tsx',
      'src/billing/checkout/payment-frame.ts',
      'src/billing/checkout/payment-sdk.ts',
      'workers/hub/billing/order-watch.ts',
      '… server/billing/orders/sync-order.ts',
      'server/billing/orders/apply-provider-state.ts',
      'server/billing/payments/record-payment.ts',
      'server/billing/ledger/ledger.ts',
      'workers/hub/billing/credits-watch.ts',
      'workers/hub/billing/purchase-sync.ts',
      'workers/hub/billing/membership-monitor.ts',
      'workers/hub/runtime/snapshot-publisher.ts',
      'src/platform/state.ts',
      'src/billing/membership.ts',
    ],
  },
  'an effect of the gallery becomes a creation': {
    most: { files: 10, changes: 3 },
    steps: [
      'src/gallery/gallery.tsx',
      'src/gallery/template-wall.tsx',
      'src/gallery/template-tile.tsx',
      'src/gallery/use-tile-actions.ts',
      'src/platform/prefill.ts',
      'src/create/form-actions.ts',
      'src/create/create-form.tsx',
      'src/create/effect-choice.ts',
      'src/create/commit-form.ts',
      'src/platform/hub-client.ts',
    ],
  },
  'a commit is paid, rendered and settled': {
    most: { files: 18, changes: 9 },
    steps: [
      'server/api-routes.ts',
      'server/create/accept-commit.ts',
      'server/create/accept-commit.ts',
      'server/billing/ledger/ledger.ts',
      '… server/creations/jobs/generation-queue.ts',
      'server/start-server.ts',
      'server/start-work.ts',
      'server/creations/jobs/generation-runner.ts',
      'server/creations/jobs/task-lease.ts',
      'server/motion/engines/engine.ts',
      'server/motion/engines/open-engines.ts',
      'server/motion/render/render-pool.ts',
      '… server/motion/render/render-worker.ts',
      'server/motion/render/render-segment.ts',
      'src/shared/motion/create-renderer.ts',
      'server/motion/render/join-segments.ts',
      'server/creations/jobs/task-ends.ts',
      'server/creations/jobs/recover-tasks.ts',
    ],
  },
}

describe.each(Object.entries(WALKS))('%s', (_, { steps, most }) => {
  const files = steps.map((step) => step.replace('… ', ''))

  it('goes from each file to one that it names', () => {
    const imports = new Map(files.map((file) => [file, importedFiles(process.cwd(), file)]))
    const lost = steps.filter((step, at) => {
      if (at === 0 || step.startsWith('… ')) return false
      const before = files.slice(0, at)
      return !before.some((file) => imports.get(file)?.includes(step) === true || imports.get(step)?.includes(file) === true)
    })
    expect(lost).toEqual([])
  })

  it(`is at most ${most.files} files and ${most.changes} changes of room`, () => {
    const rooms = files.map(roomOf)
    expect(new Set(files).size).toBeLessThanOrEqual(most.files)
    expect(rooms.filter((room, at) => at > 0 && room !== rooms[at - 1]).length).toBeLessThanOrEqual(most.changes)
  })
})

/** A noun is a room; what lies beside the nouns of a realm is its hall. */
function roomOf(file: string): string {
  const [realm = '', noun = '', rest] = file.split('/')
  return rest === undefined ? realm : `${realm}/${noun}`
}
