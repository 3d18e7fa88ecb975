/**
 * What of other hosts may stand in a frame: one list each for the sanitisers of adverts and articles, and both for the
 * content security policy.
 */

/** Players that adverts bring; they are framed as they came. Anything else could be any site wearing ours. */
export const advertFrameHosts = [
  'www.youtube.com',
  'youtube.com',
  'www.youtube-nocookie.com',
  'player.vimeo.com',
] as const
/** Of what the CMS embeds. */
export const articleFrameHosts = ['www.youtube-nocookie.com', 'player.vimeo.com', 'www.openstreetmap.org'] as const
