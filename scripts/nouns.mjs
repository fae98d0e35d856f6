/** A description of each noun, in the order of the documents. */
export const NOUNS = {
  create: 'the form, its draft, its pictures, help with the prompt, the commit',
  creations: 'running tasks, the history, cards, what is done to a creation',
  viewer: 'the layer that plays one video',
  editing: 'what is made of a finished video on this device: a cut, a loop, a still, an animation',
  gallery: 'explore, effects, their lists and the motion of their tiles',
  billing: 'plans, points, orders, the checkout, histories',
  account: 'sign-in, Google, sessions, settings, deletion',
  offline: 'kept videos, storage, install, updates, push',
  content: 'articles, legal pages, landing, support, the newsletter, the advertisement',
  measurement: 'consent, usage events, attribution, error reports',
  operator: "the operator's console: who may use it, the record of acts, look-ups, inbox, health",
  pictures: 'crop, preview, the client of the image worker; the uploads',
  motion: 'the sketch of a video before it is paid for; the engines that make videos',
  app: 'start, screens, overlays, layouts, notices',
  platform:
    "the ground floor: the hub's client, state, texts, routing, loading, browser adapters; database, queue, media store, mail, HTTP",
  runtime: 'the nodes of the hub, its store, loops, commands and snapshots',
  design: 'components and tokens',
}

/**
 * @typedef {object} Realm
 * @property {string} folder
 * @property {readonly string[]} base
 * @property {Readonly<Record<string, readonly string[]>>} nouns
 * @property {Readonly<Record<string, readonly string[]>>} [rooms]
 */

/**
 * The realms with one folder per noun. `base`: the ground folders; each may use the folders before it, and every noun may use all of them.
 * `nouns`: the other nouns that a noun may use. A folder that is not listed combines the nouns and may use all of them.
 * `rooms`: the ordered subfolders of a noun; each may use the subfolders before it.
 * @type {readonly Realm[]}
 */
export const REALMS = [
  {
    folder: 'src/',
    base: ['store', 'browser', 'reporting', 'i18n', 'routing', 'design', 'loading', 'hub-client'],
    nouns: {
      pictures: [],
      motion: [],
      measurement: [],
      gallery: ['motion'],
      offline: ['gallery'],
      account: ['measurement'],
      billing: ['account', 'measurement'],
      creations: ['account', 'billing', 'gallery', 'motion', 'offline'],
      create: ['billing', 'creations', 'editing', 'gallery', 'motion', 'pictures'],
      editing: ['account', 'creations'],
      viewer: ['creations', 'editing', 'gallery', 'offline'],
      content: ['account', 'creations', 'gallery', 'measurement', 'pictures'],
      operator: ['billing'],
    },
  },
  {
    folder: 'workers/hub/',
    base: ['runtime'],
    nouns: { account: [], billing: [], creations: [], create: [] },
  },
  {
    folder: 'server/',
    base: [
      'variables',
      'crypto',
      'addresses',
      'net',
      'workers',
      'disk',
      'database',
      'telemetry',
      'verbs',
      'queue',
      'media-store',
      'static',
      'mail',
      'http',
    ],
    nouns: {
      measurement: [],
      motion: [],
      pictures: [],
      billing: [],
      creations: ['billing', 'motion'],
      account: ['billing', 'creations'],
      offline: ['creations'],
      gallery: ['motion'],
      content: ['billing', 'gallery'],
      create: ['billing', 'pictures'],
      operator: ['account', 'billing', 'creations'],
    },
    rooms: {
      billing: [
        'ledger',
        'catalogue',
        'providers',
        'invoices',
        'payments',
        'membership',
        'promotions',
        'top-ups',
        'orders',
        'refunds',
        'plan-actions',
        'rounds',
      ],
    },
  },
]

/** The files of `shared/domain` whose numbers each page in `docs` shows. */
export const RULE_FILES = {
  create: [
    'builtin-parameters',
    'generation-options',
    'is-address',
    'preflight',
    'video-price',
    'prompt-history',
    'prompt-words',
    'clean-prompt',
    'share-rules',
    'stand-in-models',
  ],
  creations: ['download-name', 'drop-empty', 'task'],
  viewer: ['detail-path', 'viewer-address'],
  editing: ['editing-rules'],
  gallery: ['gallery-rules', 'poster-sources'],
  billing: [
    'choose-currency',
    'currencies',
    'default-plan',
    'duration-label',
    'invoice-rules',
    'membership-terms',
    'membership-refresh',
    'payment-methods',
    'plan-periods',
    'promotion-rules',
    'purchase-polling',
    'refund-rules',
    'sku-rules',
    'top-up-rules',
  ],
  account: ['account-rules', 'google-rules', 'password-rule', 'user-token'],
  offline: ['offline-rules', 'push-rules', 'update-rules'],
  content: ['advertisement-rules', 'article-rules', 'home-items', 'newsletter-rules', 'split-links', 'support-rules'],
  measurement: ['attribution-rules', 'measurement-rules', 'tracker-kinds'],
  operator: ['operator-rules'],
  pictures: ['crop-geometry', 'crop-rules', 'edit-crop', 'file-name', 'media-address', 'media-limits', 'parse-ratio', 'preview-zoom'],
  motion: ['plan-request', 'sketch-rules'],
  platform: [
    'component-locales',
    'comparable-text',
    'cut-text',
    'icon-rules',
    'is-crawler',
    'item-head',
    'locale-files',
    'locale-prefix',
    'number-bounds',
    'protocol-link',
    'relative-time',
    'screens',
    'shell-rules',
    'spoken-component-locale',
    'toast-rules',
  ],
}
