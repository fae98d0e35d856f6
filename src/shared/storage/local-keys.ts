/** Every name under which this browser keeps something in its localStorage; some are those of cookies too. */
export const LOCAL_KEYS = {
  userToken: 'user_token',
  businessUserId: 'business_user_id',
  appInstanceId: 'app_instance_id',
  /** Somebody is being logged out. */
  leaving: 'is_leaving',
  colorMode: 'kinora.colorMode',
  componentLocale: 'kinora.componentLocale',
  metadataTold: 'kinora.metadataTold',
  notices: 'kinora.notices',
  motion: 'kinora.motion',
  dataSaving: 'kinora.dataSaving',
  sound: 'kinora.sound',
  installOffer: 'kinora.installOffer',
  usageConsent: 'kinora.usageConsent',
  attributionConsent: 'kinora.attributionConsent',
  errorReports: 'kinora.errorReports',
  /** The choices of privacy that change something on this server, as it said last. */
  privacyChoices: 'kinora.privacyChoices',
  /** Events of use on their way, each under a name of its own that begins so. */
  usageQueue: 'kinora.usage',
  /** Purchases whose start was told and whose end was not, each under its order's id behind this name. */
  usagePurchases: 'kinora.usagePurchases',
  /** Where this browser's person came from, as the tracker says: `{adid, network, receivedAt}`. */
  adjustAttribution: 'adjustAttribution',
  /** What the tracker was told last of sharing with others: 'enable' or 'disable'. */
  attributionSharing: 'kinora.attributionSharing',
  likedTemplates: 'kinora.likedTemplates',
  recentTemplates: 'kinora.recentTemplates',
  /** When the advertisement was shown last. */
  adShown: 'kinora.adShown',
  /** The height of the cards of open purchases. */
  ordersRoom: 'kinora.ordersRoom',
  /** The height of what is said of the plan. */
  planRoom: 'kinora.planRoom',
  /** A message to us that was not sent yet. */
  contactDraft: 'kinora.contactDraft',
  noticeHistory: 'kinora.noticeHistory',
} as const
