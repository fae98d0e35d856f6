/** Every localStorage key; some are also names of cookies. */
export const LOCAL_KEYS = {
  userToken: 'user_token',
  businessUserId: 'business_user_id',
  appInstanceId: 'app_instance_id',
  leaving: 'is_leaving',
  colorMode: 'kinora.colorMode',
  componentLocale: 'kinora.componentLocale',
  shownMetadataNotice: 'kinora.metadataTold',
  notices: 'kinora.notices',
  motion: 'kinora.motion',
  dataSaving: 'kinora.dataSaving',
  sound: 'kinora.sound',
  installOffer: 'kinora.installOffer',
  currency: 'kinora.currency',
  usageConsent: 'kinora.usageConsent',
  attributionConsent: 'kinora.attributionConsent',
  errorReports: 'kinora.errorReports',
  /** The privacy choices that apply on this server, as the server last reported them. */
  privacyChoices: 'kinora.privacyChoices',
  usageQueue: 'kinora.usage',
  /** The prefix of purchases whose start was tracked and whose end was not. The order id follows the prefix. */
  usagePurchases: 'kinora.usagePurchases',
  /** The attribution from the tracker: `{adid, network, receivedAt}`. */
  adjustAttribution: 'adjustAttribution',
  /** The data-sharing choice last sent to the tracker: 'enable' or 'disable'. */
  attributionSharing: 'kinora.attributionSharing',
  likedTemplates: 'kinora.likedTemplates',
  recentTemplates: 'kinora.recentTemplates',
  /** When the advertisement was last shown, in ms since 1970. */
  advertisementShownAt: 'kinora.advertisementShownAt',
  /** The height that the page reserves for the cards of open purchases before they are loaded, so that the layout does not shift. */
  ordersRoom: 'kinora.ordersRoom',
  /** The height that the page reserves for the plan's text before it is loaded, so that the layout does not shift. */
  planRoom: 'kinora.planRoom',
  contactDraft: 'kinora.contactDraft',
  noticeHistory: 'kinora.noticeHistory',
} as const
