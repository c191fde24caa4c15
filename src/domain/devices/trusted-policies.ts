/**
 * The only doors through which a text becomes a script's address or HTML in a page (CSP `trusted-types`, server/plugins/security-headers.ts). A page makes each of them once.
 */
export const trustedPolicies = {
  /** Addresses of our service worker and workers: app/ui/trusted-script.ts. */
  scripts: 'office-scripts',
  /** HTML of posts: app/ui/display/prose.tsx. */
  prose: 'office-prose',
} as const
