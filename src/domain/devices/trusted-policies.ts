/**
 * The only Trusted Types policies (CSP `trusted-types`, server/plugins/security-headers.ts),
 * through which text becomes a script URL or HTML. A page creates each of them once.
 */
export const trustedPolicies = {
  /** URLs of our service worker and workers: ui/browser/trusted-types.ts. */
  scripts: 'office-scripts',
  /** HTML of posts: app/ui/display/prose.tsx. */
  prose: 'office-prose',
} as const
